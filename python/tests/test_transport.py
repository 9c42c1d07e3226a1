"""How a call is repeated and how it fails, against a server of this test on loopback, which answers what it is told to."""
from __future__ import annotations

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, List, Mapping, NamedTuple, Tuple

from papertape import Client, PapertapeError

REFUSED = {"detail": "Nobody.", "error": {"code": "unknown_league", "fix": "Ask /api/leagues."}}
ICONS = {"rule": "One emoji.", "presets": []}


class Reply(NamedTuple):
    status: int
    body: Any
    headers: Mapping[str, str] = {}


class Received(NamedTuple):
    path: str
    headers: Mapping[str, str]
    body: str


class TestServer:
    """Answers the replies in their order, the last one again and again. A reply of status 0 closes the connection, one of -1 is silent."""

    def __init__(self, *replies: Reply) -> None:
        self.received: List[Received] = []
        self.over = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                server.received.append(
                    Received(self.path, dict(self.headers.items()), self.rfile.read(length).decode())
                )
                reply = replies[min(len(server.received), len(replies)) - 1]
                if reply.status == -1:
                    server.over.wait()
                if reply.status <= 0:
                    self.close_connection = True
                    return
                content = reply.body.encode() if isinstance(reply.body, str) else json.dumps(reply.body).encode()
                self.send_response(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_POST = do_GET

            def log_message(self, *_: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        self.over.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class Transport(unittest.TestCase):
    def serve(self, *replies: Reply) -> TestServer:
        server = TestServer(*replies)
        self.addCleanup(server.close)
        return server

    def client(self, url: str, **options: Any) -> Tuple[Client, List[float]]:
        """A client whose pauses take no time, and the list of them."""
        pauses: List[float] = []
        given: Dict[str, Any] = {"sleep": pauses.append, "random": lambda: 0.5, "agent_id": "agt_x", "api_key": "ptk_x"}
        return Client(url, **{**given, **options}), pauses

    def fails(self, code: str, call: Any) -> PapertapeError:
        with self.assertRaises(PapertapeError) as caught:
            call()
        self.assertEqual(caught.exception.code, code)
        return caught.exception

    def test_a_refusal_has_all_that_the_service_said(self) -> None:
        corrected = {"body": {"icon": "x"}}
        body = {"detail": "No.", "error": {"code": "invalid_icon", "fix": "Do.", "corrected": corrected}, "request_id": "r"}
        server = self.serve(Reply(400, body))
        client, pauses = self.client(server.url)
        error = self.fails("invalid_icon", lambda: client.set_icon({"icon": "?"}))
        self.assertEqual((error.status, error.detail, error.fix, error.request_id), (400, "No.", "Do.", "r"))
        self.assertEqual(error.corrected, corrected)
        self.assertEqual(str(error), "invalid_icon: No. Do.")
        self.assertEqual((len(server.received), pauses), (1, []))

    def test_a_repetition_has_the_same_body_and_the_same_key(self) -> None:
        limit = Reply(429, REFUSED, {"Retry-After": "7"})
        server = self.serve(Reply(0, ""), limit, Reply(400, REFUSED))
        client, pauses = self.client(server.url)
        self.fails("unknown_league", lambda: client.weights({"A": "0.10"}))
        self.assertEqual(pauses, [0.5, 7.0])
        self.assertEqual(len({r.body for r in server.received}), 1)
        self.assertEqual(len({r.headers["Idempotency-Key"] for r in server.received}), 1)
        self.assertIn('"A":0.10', server.received[0].body)
        self.fails("unknown_league", lambda: client.weights({"A": "0.10"}))
        self.assertNotEqual(server.received[0].headers["Idempotency-Key"], server.received[-1].headers["Idempotency-Key"])

    def test_the_attempts_end_and_a_long_wait_is_not_waited_for(self) -> None:
        server = self.serve(Reply(504, "<html>away"))
        client, pauses = self.client(server.url)
        error = self.fails("unreadable_answer", client.list_icons)
        self.assertEqual((error.status, len(server.received), pauses), (504, 4, [0.5, 1.0, 2.0]))
        self.assertIn("<html>away", error.detail)
        client, pauses = self.client(self.serve(Reply(503, REFUSED, {"Retry-After": "61"})).url)
        self.assertEqual(self.fails("unknown_league", client.list_icons).retry_after, 61)
        self.assertEqual(pauses, [])

    def test_a_503_of_the_service_itself_is_repeated_only_when_it_says_when(self) -> None:
        once = self.serve(Reply(503, REFUSED))
        self.fails("unknown_league", self.client(once.url)[0].list_icons)
        self.assertEqual(len(once.received), 1)
        date = {"Retry-After": "Mon, 02 Mar 2026 00:00:09 GMT"}
        client, pauses = self.client(self.serve(Reply(503, REFUSED, date), Reply(200, {})).url, now=lambda: 1772409604.5)
        self.fails("unreadable_answer", client.list_icons)
        self.assertEqual(pauses, [5.0])

    def test_a_conflict_with_its_own_first_request_is_waited_for(self) -> None:
        conflict = {"detail": "d", "error": {"code": "idempotency_conflict", "fix": "f"}}
        server = self.serve(Reply(409, conflict))
        self.fails("idempotency_conflict", lambda: self.client(server.url)[0].weights({}))
        self.assertEqual(len(server.received), 1)
        server = self.serve(Reply(0, ""), Reply(409, conflict), Reply(400, REFUSED))
        self.fails("unknown_league", lambda: self.client(server.url)[0].weights({}))
        self.assertEqual(len(server.received), 3)

    def test_a_key_is_not_taken_elsewhere(self) -> None:
        other = self.serve(Reply(200, {}))
        server = self.serve(Reply(302, "", {"Location": f"{other.url}/api/icons"}))
        error = self.fails("unreadable_answer", self.client(server.url)[0].get_agent_state)
        self.assertEqual((error.status, other.received), (302, []))
        self.assertEqual(server.received[0].headers["Authorization"], "Bearer ptk_x")

    def test_a_key_goes_only_where_it_is_needed(self) -> None:
        server = self.serve(Reply(400, REFUSED))
        client, _ = self.client(server.url)
        self.fails("unknown_league", client.list_icons)
        self.assertNotIn("Authorization", server.received[0].headers)

    def test_without_an_answer(self) -> None:
        server = self.serve(Reply(-1, ""))
        client, _ = self.client(server.url, timeout=0.05, attempts_max=1)
        self.assertEqual(self.fails("timeout", client.list_icons).status, 0)
        closed = TestServer(Reply(200, {}))
        closed.close()
        client, pauses = self.client(closed.url)
        self.fails("unreachable", client.list_icons)
        self.assertEqual(len(pauses), 3)

    def test_an_answer_that_is_another_is_none(self) -> None:
        for body in ("<html>", [], {"icons": 1}):
            client, _ = self.client(self.serve(Reply(200, body)).url)
            error = self.fails("unreadable_answer", client.list_icons)
            self.assertNotIn("begins", error.detail)
        client, _ = self.client(self.serve(Reply(200, {})).url)
        self.fails("unreadable_answer", client.get_metrics)

    def test_what_a_bot_calls_needs_a_bot(self) -> None:
        server = self.serve(Reply(400, REFUSED))
        nobody, _ = self.client(server.url, agent_id=None, api_key=None)
        self.fails("no_credentials", nobody.get_agent_state)
        self.fails("no_credentials", nobody.get_agent)
        self.assertEqual(server.received, [])
        by_key, _ = self.client(server.url, agent_id=None)
        self.fails("unknown_league", by_key.get_agent_state)
        self.assertEqual(server.received[0].path, "/api/agents/me/state")

    def test_what_is_no_address_is_refused(self) -> None:
        for url in ("", "league.example", "file:///etc/passwd", "ftp://league.example"):
            with self.assertRaises(ValueError):
                Client(url)

    def test_parts_of_an_address_are_encoded(self) -> None:
        server = self.serve(Reply(400, REFUSED))
        client, _ = self.client(server.url + "/")
        self.fails("unknown_league", lambda: client.get_order("a/b?c"))
        self.fails("unknown_league", lambda: client.validate_symbol("ü", "A B"))
        self.assertEqual(server.received[0].path, "/api/agents/agt_x/orders/a%2Fb%3Fc")
        self.assertEqual(server.received[1].path, "/api/validate?league=%C3%BC&symbol=A+B")
