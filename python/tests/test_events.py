"""Events of a real service: a stream over a connection that breaks, and signed deliveries."""
from __future__ import annotations

import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Dict, List, Tuple

from papertape import Client, verify_webhook

from .service import URL, Service, enter, step


class Relay:
    """Stands between a client and the service, and can cut every connection."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._open: List[socket.socket] = []
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        host, _, port = URL.rpartition("/")[2].partition(":")
        while True:
            try:
                near, _address = self._listener.accept()
            except OSError:
                return
            far = socket.create_connection((host, int(port)))
            self.connections += 1
            self._open += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while True:
                content = one.recv(65536)
                if not content:
                    break
                other.sendall(content)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self) -> None:
        for one in self._open:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
        self._open = []

    def close(self) -> None:
        self._listener.close()
        self.cut()


class Events(Service):
    def test_every_event_comes_once_over_a_break(self) -> None:
        bot = enter()
        relay = Relay()
        self.addCleanup(relay.close)
        behind = Client(relay.url, agent_id=bot.agent_id, api_key=bot.api_key, watch_log=False, sleep=lambda _: None)
        stream = behind.follow_events()
        order = bot.weights({"BTC-USD": 0.5})
        seen = [next(stream)]
        relay.cut()
        bot.wait_for_fill(order)
        # A close may come before the fill.
        while seen[-1]["type"] != "order_filled":
            seen.append(next(stream))
        self.assertGreater(relay.connections, 1)
        self.assertEqual(seen[0]["type"], "order_received")
        self.assertEqual(seen, bot.list_events()["events"][: len(seen)])
        # A new run goes on behind the last event that was worked on.
        later = bot.follow_events(since=seen[0]["cursor"])
        self.assertEqual(next(later), seen[1])

    def test_a_stream_that_is_refused_for_good_says_why(self) -> None:
        bot = enter()
        stranger = Client(URL, agent_id=bot.agent_id, api_key=enter().api_key)
        self.fails("wrong_bot", lambda: next(stranger.follow_events()))
        self.fails("no_credentials", lambda: next(Client(URL).follow_events()))

    def test_a_delivery_is_held_against_its_signature(self) -> None:
        bot = enter()
        received: List[Tuple[Dict[str, str], bytes]] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                received.append((dict(self.headers.items()), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        receiver = HTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=receiver.serve_forever, args=(0.01,))
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(receiver.server_close)
        self.addCleanup(receiver.shutdown)
        webhook = bot.set_webhook({"url": f"http://127.0.0.1:{receiver.server_address[1]}/hook", "events": ["order_received"]})
        order = bot.weights({"BTC-USD": 1})
        step()
        (headers, body) = received[0]
        secret = webhook["secret"] or ""
        delivery = verify_webhook(secret, headers, body)
        self.assertEqual((delivery["agent_id"], len(delivery["events"])), (bot.agent_id, 1))
        self.assertEqual(delivery["events"][0]["id"], f"order_received/{order['order_id']}")
        self.assertEqual(verify_webhook(secret, headers, body.decode()), delivery)
        wrong: Tuple[Tuple[str, Dict[str, str], bytes], ...] = (
            (secret, headers, body + b" "),
            ("whsec_" + "A" * 43 + "=", headers, body),
            ("whsec_", headers, body),
            ("secret", headers, body),
            (secret, {}, body),
            (secret, {**headers, "webhook-id": "other"}, body),
            (secret, {**headers, "webhook-timestamp": "soon"}, body),
        )
        for given in wrong:
            self.fails("webhook_invalid", lambda: verify_webhook(*given))
        at = int({name.lower(): value for name, value in headers.items()}["webhook-timestamp"])
        verify_webhook(secret, headers, body, now=lambda: at + 300)
        self.fails("webhook_invalid", lambda: verify_webhook(secret, headers, body, now=lambda: at + 301))
        self.fails("webhook_invalid", lambda: verify_webhook(secret, headers, body, now=lambda: at - 301))
