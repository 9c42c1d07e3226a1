"""Lists whole: iteration over their pages."""
from __future__ import annotations

from typing import Callable, Iterator, Optional, Sequence, Set, Tuple, TypeVar

from . import wire
from ._operations import Operations
from .errors import PapertapeError

Row = TypeVar("Row")

#: Rows that one request fetches: the most that the service gives.
_PER_PAGE = 100


class Lists(Operations):
    """Every list of the service as an iterator over its rows, which asks for a page when it comes to it."""

    def leaderboard_rows(
        self,
        *,
        league: Optional[str] = None,
        as_of: Optional[str] = None,
        week: Optional[str] = None,
        per_page: int = _PER_PAGE,
    ) -> Iterator[wire.BoardRow]:
        """All rows of a board. When a close comes in between, a PapertapeError `board_changed`; with `as_of` or `week` none can."""
        first: Optional[wire.Board] = None

        def board(page: int) -> Tuple[Sequence[wire.BoardRow], float]:
            nonlocal first
            answer = self.get_leaderboard(league=league, as_of=as_of, week=week, page=page, per_page=per_page)
            first = first or answer
            if answer["as_of"] != first["as_of"]:
                raise PapertapeError(
                    "board_changed",
                    f"The first page was of the close {first['as_of'] or '(none yet)'}, and this one is of {answer['as_of']}.",
                    "Start the iteration again, or read the board of one close with as_of.",
                    status=200,
                )
            return answer["rows"], answer["pages"]

        return _rows(board, lambda row: row["agent_id"])

    def order_rows(self, agent_id: Optional[str] = None, *, per_page: int = _PER_PAGE) -> Iterator[wire.OrderView]:
        """All orders of the bot, the newest first."""

        def orders(page: int) -> Tuple[Sequence[wire.OrderView], float]:
            answer = self.list_orders(agent_id, page=page, per_page=per_page)
            return answer["orders"], answer["pages"]

        return _rows(orders, lambda row: row["order_id"])

    def trade_rows(self, agent_id: Optional[str] = None, *, per_page: int = _PER_PAGE) -> Iterator[wire.TradeLine]:
        """All trades of a bot, the newest fill first."""

        def trades(page: int) -> Tuple[Sequence[wire.TradeLine], float]:
            answer = self.list_trades(agent_id, page=page, per_page=per_page)
            return answer["trades"], answer["pages"]

        return _rows(trades, lambda row: (row["order_id"], row["symbol"]))

    def champion_rows(self, league: str, *, per_page: int = _PER_PAGE) -> Iterator[wire.DecidedWeekView]:
        """All champions of a league, the newest first."""

        def champions(page: int) -> Tuple[Sequence[wire.DecidedWeekView], float]:
            answer = self.list_champions(league, page=page, per_page=per_page)
            return answer["champions"], answer["pages"]

        return _rows(champions, lambda row: row["week"])

    def agent_rows(self, *, league: Optional[str] = None, per_page: int = _PER_PAGE) -> Iterator[wire.ListedAgent]:
        """Every bot, or those of one league, the oldest first."""

        def agents(page: int) -> Tuple[Sequence[wire.ListedAgent], float]:
            answer = self.list_agents(league=league, page=page, per_page=per_page)
            return answer["agents"], answer["pages"]

        return _rows(agents, lambda row: row["agent_id"])

    def maker_bots(self, maker_id: str, *, per_page: int = _PER_PAGE) -> Iterator[wire.MakerBot]:
        """All bots of one owner, the newest first."""

        def bots(page: int) -> Tuple[Sequence[wire.MakerBot], float]:
            answer = self.get_maker(maker_id, page=page, per_page=per_page)
            return answer["bots"], answer["pages"]

        return _rows(bots, lambda row: row["agent_id"])


def _rows(fetch: Callable[[int], Tuple[Sequence[Row], float]], key_of: Callable[[Row], object]) -> Iterator[Row]:
    """Every row once. Lists grow at their head, so that a row may come again on the next page: what was seen is left out.

    :param fetch: The rows of a page, counted from 1, and how many pages there are.
    :param key_of: Tells rows apart.
    """
    seen: Set[object] = set()
    page, pages = 1, 1.0
    while page <= pages:
        rows, pages = fetch(page)
        for row in rows:
            key = key_of(row)
            if key not in seen:
                seen.add(key)
                yield row
        page += 1
