import unittest
from types import SimpleNamespace

from strategy import decide


def state_of(prices):
    """A state with these prices, the last one that of now."""
    return SimpleNamespace(symbols=list(prices), history=lambda symbol, n: prices[symbol][-n:])


def week(first, last):
    return [first, 1, 1, 1, 1, 1, 1, last]


class Momentum(unittest.TestCase):
    def test_holds_the_three_that_rose_most(self):
        state = state_of({"A": week(100, 101), "B": week(100, 104), "C": week(100, 103), "D": week(100, 102), "E": week(100, 99)})
        self.assertEqual(decide(state), {"B": 0.33, "C": 0.33, "D": 0.33})

    def test_leaves_out_what_fell_or_has_no_price_or_no_week_yet(self):
        self.assertEqual(decide(state_of({"A": week(100, 99), "B": week(None, 104), "C": [100, 103]})), {})


if __name__ == "__main__":
    unittest.main()
