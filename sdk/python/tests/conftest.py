"""A running gateway (started by test.mjs) and stand-in providers over real HTTP."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, Iterator, List, Optional

import pytest

from gatehouse import Gatehouse
from gatehouse.admin import GatehouseAdmin

SAID = "Hello from the mock provider. You said: Hi"
MESSAGES = [{"role": "user", "content": "Hi"}]


def _told(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        pytest.exit(f"{name} is not set. Run the tests with: node sdk/python/test.mjs", returncode=2)
    return value


@pytest.fixture(scope="session")
def base_url() -> str:
    return _told("GATEHOUSE_TEST_URL")


@pytest.fixture(scope="session")
def key() -> str:
    return _told("GATEHOUSE_TEST_KEY")


@pytest.fixture(scope="session")
def admin_key() -> str:
    return _told("GATEHOUSE_TEST_ADMIN_KEY")


@pytest.fixture()
def gatehouse(base_url: str, key: str) -> Iterator[Gatehouse]:
    with Gatehouse(base_url=base_url, api_key=key, provider="mock") as client:
        yield client


@pytest.fixture()
def admin(base_url: str, admin_key: str) -> Iterator[GatehouseAdmin]:
    with GatehouseAdmin(base_url=base_url, api_key=admin_key) as client:
        yield client


class Upstream:
    """Remembers what arrives and answers what the script says; the last answer repeats."""

    def __init__(self) -> None:
        self.requests: List[Dict[str, Any]] = []
        self.answers: List[Callable[[BaseHTTPRequestHandler], None]] = []
        upstream = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                upstream.requests.append({"method": self.command, "path": self.path, "headers": headers, "body": body})
                write = upstream.answers.pop(0) if len(upstream.answers) > 1 else upstream.answers[0]
                write(self)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def will(self, *answers: Callable[[BaseHTTPRequestHandler], None]) -> "Upstream":
        self.answers = list(answers)
        return self

    @property
    def target(self) -> Dict[str, Any]:
        """The target of a config that leads here."""
        return {"provider": "openai-compatible", "custom_host": f"{self.url}/v1", "api_key": "sk-upstream"}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def reply(
    body: Any, status: int = 200, content_type: str = "application/json", headers: Optional[Dict[str, str]] = None
) -> Callable[[BaseHTTPRequestHandler], None]:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()

    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"content-type": content_type, "content-length": str(len(content)), **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    return write


@pytest.fixture()
def upstream() -> Iterator[Upstream]:
    server = Upstream()
    yield server
    server.close()
