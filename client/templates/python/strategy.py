"""Holds what rose most over a week, a third each of three symbols; the rest is cash.

All that it knows is the state, and it keeps nothing from one decision to the next: so a backtest and the bot decide the same.
"""

PICKS = 3
LOOKBACK = 7  # decisions to look back: days


def decide(state):
    """Target weights by symbol, at most 1 together; {} is all cash, None leaves the portfolio as it is.

    state.at, state.symbols, state.prices, state.cash, state.value, state.holdings, and state.history(symbol, n): the last n prices, one for each
    decision, the oldest first; None where there was none, fewer where the service knows no more.
    """
    risen = []
    for symbol in state.symbols:
        prices = state.history(symbol, LOOKBACK + 1)
        if len(prices) > LOOKBACK and prices[0] and prices[-1] and prices[-1] > prices[0]:
            risen.append((prices[-1] / prices[0], symbol))
    best = sorted(risen, reverse=True)[:PICKS]
    return {symbol: 0.33 for _, symbol in best}
