"""What needs neither a service nor a network: numbers as text, signatures, tables, instants, the syntax of the oldest Python."""
from __future__ import annotations

import ast
import base64
import functools
import hashlib
import importlib.util
import unittest
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any, Dict, List, Tuple, cast

import papertape
from papertape import wire
from papertape._answer import answer_problem
from papertape._ed25519 import is_signed_by
from papertape._time import read_instant, write_instant
from papertape._weights import canonical_weights, weights_json
from papertape.log import Checkpoint, begins, holds, inclusion_problem, read_checkpoint
from papertape.tables import equity_table, price_table

#: Public key, text and signature of RFC 8032, section 7.1: tests 1, 2, 3 and SHA(abc).
VECTORS = (
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").hexdigest(),
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
        "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
)
ORDER_OF_THE_GROUP = 2**252 + 27742317777372353535851937790883648493


class Signatures(unittest.TestCase):
    def test_the_vectors_of_the_standard_hold(self) -> None:
        for key, text, signature in VECTORS:
            self.assertTrue(is_signed_by(bytes.fromhex(key), bytes.fromhex(signature), bytes.fromhex(text)))

    def test_one_bit_more_or_less_does_not(self) -> None:
        key, text, signature = (bytes.fromhex(part) for part in VECTORS[2])
        for at in (0, 31, 32, 63):
            changed = bytearray(signature)
            changed[at] ^= 1
            self.assertFalse(is_signed_by(key, bytes(changed), text), at)
        self.assertFalse(is_signed_by(key, signature, text + b"\0"))
        self.assertFalse(is_signed_by(bytes.fromhex(VECTORS[0][0]), signature, text))

    def test_what_the_standard_refuses_is_refused(self) -> None:
        key, text, signature = (bytes.fromhex(part) for part in VECTORS[2])
        # The same number in another form would be another signature of the same text.
        s = int.from_bytes(signature[32:], "little") + ORDER_OF_THE_GROUP
        self.assertFalse(is_signed_by(key, signature[:32] + s.to_bytes(32, "little"), text))
        # Of the neutral point as a key, 1 and the base point are a signature of every text: only the form of the key is judged here.
        neutral = 1
        any_text = bytes.fromhex("58" + "66" * 31) + (1).to_bytes(32, "little")
        self.assertTrue(is_signed_by(neutral.to_bytes(32, "little"), any_text, text))
        # It has y = 1 and x = 0, which has no sign; and y is below the field's prime.
        for other_form in (neutral | 1 << 255, neutral + 2**255 - 19):
            self.assertFalse(is_signed_by(other_form.to_bytes(32, "little"), any_text, text))
        # y = 2 is on no point of the curve.
        self.assertFalse(is_signed_by((2).to_bytes(32, "little"), signature, text))
        self.assertFalse(is_signed_by(key[:31], signature, text))
        self.assertFalse(is_signed_by(key, signature[:63], text))


class Tree(unittest.TestCase):
    """Trees of every size up to 20 and around a tile's width, against hashes that are made the plain way."""

    def tree(self, size: int) -> Checkpoint:
        return Checkpoint("log.example", size, self.root(0, size).hex())

    @staticmethod
    @functools.lru_cache(maxsize=None)
    def root(start: int, end: int) -> bytes:
        if end - start == 1:
            return hashlib.sha256(b"\0" + f"entry {start}".encode()).digest()
        half = 1
        while half * 2 < end - start:
            half *= 2
        return hashlib.sha256(b"\1" + Tree.root(start, start + half) + Tree.root(start + half, end)).digest()

    def tile(self, path: str) -> bytes:
        """What C2SP tlog-tiles has at the address."""
        level, rest = path[len("/tile/") :].split("/", 1)
        name, _, width = rest.partition(".p/")
        index = int("".join(part.lstrip("x") for part in name.split("/")))
        step = 256 ** int(level)
        first = index * 256
        return b"".join(self.root(n * step, (n + 1) * step) for n in range(first, first + int(width or 256)))

    def test_a_tree_begins_every_larger_one_and_no_other(self) -> None:
        sizes = [*range(1, 21), 255, 256, 257, 300]
        for size in sizes:
            for smaller in (n for n in sizes if n <= size):
                self.assertTrue(begins(self.tree(smaller), self.tree(size), self.tile), (smaller, size))
            other = self.tree(size)._replace(root="00" * 32)
            self.assertFalse(begins(other, self.tree(size + 1), self.tile))
        self.assertFalse(begins(self.tree(5), self.tree(4), self.tile))

    def test_an_entry_stands_where_it_is(self) -> None:
        for size in (1, 2, 7, 256, 257, 300):
            for index in {0, size // 2, size - 1}:
                self.assertTrue(holds(f"entry {index}", index, self.tree(size), self.tile), (index, size))
                self.assertFalse(holds("entry x", index, self.tree(size), self.tile))
        self.assertFalse(holds("entry 6", 7, self.tree(7), self.tile))
        self.assertFalse(holds("entry 0", -1, self.tree(7), self.tile))

    def test_a_path_leads_to_the_root_and_not_beside_it(self) -> None:
        log: wire.LogInclusion = {
            "index": 2,
            "entry": "entry 2",
            "size": 3,
            "root": self.tree(3).root,
            "path": [self.root(0, 2).hex()],
        }
        self.assertIsNone(inclusion_problem(log, None))
        changes: Tuple[Tuple[Dict[str, Any], str], ...] = (
            ({"index": 1}, "does not lead"),
            ({"index": 3}, "no entry"),
            ({"entry": "entry 1"}, "does not lead"),
            ({"path": []}, "does not lead"),
            ({"path": [*log["path"], *log["path"]]}, "too long"),
            ({"path": ["zz"]}, "64 hex digits"),
        )
        for change, word in changes:
            changed = cast(wire.LogInclusion, {**log, **change})
            self.assertIn(word, inclusion_problem(changed, None) or "")
        root = base64.b64encode(self.root(0, 3)).decode()
        self.assertIsNone(inclusion_problem(log, f"log.example\n3\n{root}\n"))
        self.assertIn("of 4 entries", inclusion_problem(log, f"log.example\n4\n{root}\n") or "")
        self.assertIn("another root", inclusion_problem(log, f"log.example\n3\n{'A' * 43}=\n") or "")
        self.assertIn("of no entries", inclusion_problem(log, "log.example") or "")

    def test_what_is_no_checkpoint_is_none(self) -> None:
        self.assertIsNone(read_checkpoint("log.example\n01\nAAAA\n"))
        self.assertIsNone(read_checkpoint(""))


class WeightsText(unittest.TestCase):
    def test_digits_stay_as_they_are(self) -> None:
        given = {"A": "0.1000", "B": Decimal("0.30"), "C": 0.1, "D": 0, "E": "1e-3"}
        self.assertEqual(weights_json(given), '{"A":0.1000,"B":0.30,"C":0.1,"D":0,"E":1e-3}')
        self.assertEqual(canonical_weights(given), '{"A":"0.1","B":"0.3","C":"0.1","E":"0.001"}')

    def test_symbols_are_in_order_and_what_is_below_18_places_is_cut(self) -> None:
        self.assertEqual(canonical_weights({"B": 1, "A": "0.1234567890123456789"}), '{"A":"0.123456789012345678","B":"1"}')
        self.assertEqual(canonical_weights({"A": "1e-19"}), "{}")

    def test_what_is_no_number_is_refused(self) -> None:
        for weight in (True, "50%", "", "0,5", "nan", float("nan"), float("inf"), Decimal("NaN"), "+1", ".5"):
            with self.assertRaises(TypeError, msg=repr(weight)):
                weights_json({"A": weight})
        with self.assertRaises(ValueError):
            canonical_weights({"A": "1e-999"})

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy is not installed")
    def test_numbers_of_numpy_are_numbers(self) -> None:
        numpy: Any = importlib.import_module("numpy")
        self.assertEqual(weights_json({"A": numpy.float64(0.25), "B": numpy.int64(0)}), '{"A":0.25,"B":0.0}')


class Answers(unittest.TestCase):
    def test_a_hole_is_named(self) -> None:
        good = {"detail": "d", "error": {"code": "c", "fix": "f"}}
        self.assertIsNone(answer_problem(good, ("ErrorBody",)))
        self.assertIsNone(answer_problem({**good, "new": 1}, ("ErrorBody",)))
        for value, problem in (
            ([], "it is not an object"),
            ({"detail": 1}, "`detail` is not a string"),
            ({"detail": "d"}, "`error` is not there"),
            ({"detail": "d", "error": {"code": "c"}}, "`error.fix` is not there"),
            ({"detail": "d", "error": {"code": "c", "fix": "f"}, "opens_at": 1}, "`opens_at` is not a string"),
        ):
            self.assertEqual(answer_problem(value, ("ErrorBody",)), problem)
        self.assertEqual(answer_problem({"points": [{}]}, ("Equity",)), "`agent_id` is not there")

    def test_a_truth_value_is_no_number(self) -> None:
        point = {"date": "2026-03-02", "value_usd": True}
        self.assertEqual(answer_problem(point, ("ValuePoint",)), "`value_usd` is not a number")

    def test_one_of_several_is_enough(self) -> None:
        self.assertIsNone(answer_problem({"date": "d", "value_usd": 1}, ("ErrorBody", "ValuePoint")))


class Instants(unittest.TestCase):
    def test_they_are_read_and_written_in_utc(self) -> None:
        at = datetime(2026, 3, 2, 12, 5, tzinfo=timezone(timedelta(hours=2)))
        self.assertEqual(write_instant(at), "2026-03-02T10:05:00Z")
        self.assertEqual(read_instant("2026-03-02T10:05:00.000Z"), at)
        self.assertEqual(write_instant(date(2026, 3, 2)), "2026-03-02")
        self.assertEqual(write_instant("2026-03-02"), "2026-03-02")
        with self.assertRaises(ValueError):
            write_instant(datetime(2026, 3, 2))


def page(starts: List[str], series: List[Dict[str, Any]]) -> wire.PriceHistory:
    return cast(wire.PriceHistory, {"every": "1h", "starts": starts, "series": series, "next": None})


HOURS = ["2026-03-02T00:00:00.000Z", "2026-03-02T01:00:00.000Z", "2026-03-02T02:00:00.000Z"]


class Tables(unittest.TestCase):
    def setUp(self) -> None:
        gap = {"every": "1h", "start": HOURS[1], "end": HOURS[2], "reason": "apart"}
        inside = {"every": "5m", "start": HOURS[0], "end": HOURS[1], "reason": "stale"}
        self.table = price_table(
            [
                page(HOURS[:2], [{"symbol": "A", "mean": [1.0, None], "close": [2.0, None], "gaps": [gap, inside]}]),
                page(HOURS[2:], [{"symbol": s, "mean": [p], "close": [p], "gaps": []} for s, p in (("A", 3), ("<B>", 4))]),
            ]
        )

    def test_a_row_for_each_step_and_symbol_with_its_gap(self) -> None:
        self.assertEqual(self.table.names, ("start", "symbol", "mean", "close", "gap"))
        shown = [(row["start"].hour, row["symbol"], row["mean"], row["gap"]) for row in self.table]
        self.assertEqual(shown, [(0, "A", 1.0, None), (1, "A", None, "apart"), (2, "A", 3, None), (2, "<B>", 4, None)])

    def test_columns_and_the_wide_form(self) -> None:
        self.assertEqual(self.table.columns()["close"], [2.0, None, 3, 4])
        wide = self.table.wide("close")
        self.assertEqual(wide.names, ("start", "A", "<B>"))
        self.assertEqual(wide.columns()["A"], [2.0, None, 3])
        self.assertEqual(wide.columns()["<B>"], [None, None, 4])

    def test_a_notebook_shows_it_and_runs_nothing_of_it(self) -> None:
        shown = self.table._repr_html_()
        self.assertIn("<td>&lt;B&gt;</td>", shown)
        self.assertNotIn("<B>", shown)
        many = price_table([page(HOURS[:1] * 21, [{"symbol": "A", "mean": [1.0] * 21, "gaps": []}])])
        self.assertIn("the first 20 of 21 rows", many._repr_html_())

    def test_equity_is_a_row_for_each_close(self) -> None:
        point = {"date": "2026-03-03", "value_usd": 1.5, "return_pct": 0, "rank": 1, "stale": False, "rules_version": "x"}
        table = equity_table(cast(wire.Equity, {"points": [point]}))
        self.assertEqual(table.columns()["date"], [datetime(2026, 3, 3, tzinfo=timezone.utc)])
        self.assertEqual(table.columns()["value_usd"], [1.5])

    @unittest.skipIf(importlib.util.find_spec("pandas"), "pandas is installed")
    def test_without_pandas_it_says_so(self) -> None:
        with self.assertRaises(ImportError):
            self.table.to_pandas()

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_with_pandas_it_is_a_frame(self) -> None:
        frame = self.table.to_pandas()
        self.assertEqual(list(frame.columns), list(self.table.names))
        self.assertEqual(str(frame["start"].dt.tz), "UTC")
        self.assertTrue(frame["mean"].isna()[1])
        self.assertEqual(frame["mean"].dtype, float)


class Sources(unittest.TestCase):
    def test_python_39_can_read_every_module(self) -> None:
        modules = sorted(Path(papertape.__file__).parent.glob("*.py"))
        self.assertGreater(len(modules), 15)
        for path in modules:
            ast.parse(path.read_text(encoding="utf-8"), str(path), feature_version=(3, 9))
        with self.assertRaises(SyntaxError):
            ast.parse("match x:\n    case 1: pass", feature_version=(3, 9))
