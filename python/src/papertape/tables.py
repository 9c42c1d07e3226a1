"""Tables for notebooks: lists of rows that are dictionaries, without numpy or pandas, and with them where they are installed."""
from __future__ import annotations

import html
import importlib
from datetime import datetime
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from . import wire
from ._time import read_instant

_SHOWN_ROWS = 20
_PRICE_COLUMNS = ("mean", "open", "high", "low", "close")


class Table(List[Dict[str, Any]]):
    """Rows that have the same members, in the order of `names`. What is missing is None.

    A notebook shows the first 20 rows as a table.
    """

    def __init__(self, names: Sequence[str], rows: Iterable[Dict[str, Any]] = ()) -> None:
        super().__init__(rows)
        self.names: Tuple[str, ...] = tuple(names)

    def columns(self) -> Dict[str, List[Any]]:
        """Name of a column to its values: what `numpy.array(…, dtype=float)`, matplotlib and `pandas.DataFrame(…)` take."""
        return {name: [row[name] for row in self] for name in self.names}

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`. Raises ImportError where pandas is not installed; `columns()` needs nothing."""
        # By its name, so that type checkers need not have it either.
        pandas = importlib.import_module("pandas")
        return pandas.DataFrame(self.columns(), columns=list(self.names))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.names)
        rows = [
            "".join(f"<td>{html.escape(_shown(row[name]))}</td>" for name in self.names) for row in self[:_SHOWN_ROWS]
        ]
        more = f"<caption>the first {_SHOWN_ROWS} of {len(self)} rows</caption>" if len(self) > _SHOWN_ROWS else ""
        return f"<table>{more}<tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


class PriceTable(Table):
    """One row for each step and symbol: `start` (a datetime in UTC), `symbol`, prices in USD, and `gap`, the reason where there is no mean."""

    def wide(self, column: str = "close") -> Table:
        """One row for each step, one column for each symbol: of `mean`, `open`, `high`, `low` or `close`."""
        symbols = list(dict.fromkeys(row["symbol"] for row in self))
        steps: Dict[datetime, Dict[str, Any]] = {}
        for row in self:
            step = steps.setdefault(row["start"], {"start": row["start"], **dict.fromkeys(symbols)})
            step[row["symbol"]] = row[column]
        return Table(["start", *symbols], steps.values())


def price_table(pages: Sequence[wire.PriceHistory]) -> PriceTable:
    """Of the pages of one question, in their order."""
    series = [one for page in pages for one in page["series"]]
    wanted = [name for name in _PRICE_COLUMNS if any(name in one for one in series)]
    table = PriceTable(["start", "symbol", *wanted, "gap"])
    for page in pages:
        starts = [read_instant(text) for text in page["starts"]]
        lists = [(one["symbol"], _lists_of(one, wanted), _gaps_of(one, page)) for one in page["series"]]
        for i, start in enumerate(starts):
            for symbol, prices, gaps in lists:
                row = {"start": start, "symbol": symbol, **{name: values[i] for name, values in prices.items()}}
                table.append({**row, "gap": _gap_at(gaps, start)})
    return table


def equity_table(equity: wire.Equity) -> Table:
    """One row for each close of a bot; `date` is a datetime in UTC, the instant of the close."""
    names = ["date", "value_usd", "return_pct", "rank", "stale"]
    points: List[Dict[str, Any]] = [dict(point) for point in equity["points"]]
    rows = ({name: point[name] for name in names} for point in points)
    return Table(names, ({**row, "date": read_instant(f"{row['date']}T00:00:00Z")} for row in rows))


def _lists_of(series: wire.PriceSeries, wanted: Sequence[str]) -> Dict[str, Sequence[Optional[float]]]:
    lists: Dict[str, Any] = dict(series)
    return {name: lists[name] for name in wanted}


def _gaps_of(series: wire.PriceSeries, page: wire.PriceHistory) -> List[Tuple[datetime, datetime, str]]:
    """Those of whole steps: gaps inside of a step leave it a mean, or make a gap of the step as well."""
    gaps = [gap for gap in series["gaps"] if gap["every"] == page["every"]]
    return [(read_instant(gap["start"]), read_instant(gap["end"]), gap["reason"]) for gap in gaps]


def _gap_at(gaps: Sequence[Tuple[datetime, datetime, str]], start: datetime) -> Optional[str]:
    return next((reason for begin, end, reason in gaps if begin <= start < end), None)


def _shown(value: Any) -> str:
    return "" if value is None else f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else str(value)
