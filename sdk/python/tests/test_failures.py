"""When things go wrong: typed errors, time limits, cancelling, a second try, no secrets."""

import socket
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler
from typing import Any, Type

import pytest

import gatehouse as sdk
from conftest import MESSAGES, Upstream, reply
from gatehouse import Gatehouse

OURS = {"x-gateway-trace-id": "t", "x-gateway-error-source": "gateway", "retry-after": "3"}


def chat(client: Gatehouse, model: str = "mock") -> Any:
    return client.chat.completions.create(model=model, messages=MESSAGES)


def test_a_wrong_key(gatehouse: Gatehouse, base_url: str) -> None:
    with pytest.raises(sdk.AuthenticationError) as caught:
        chat(gatehouse.with_options(api_key="gww_nobody_has_this_key"))
    error = caught.value
    assert (error.source, error.status, error.code) == ("gateway", 401, "api_key_invalid")
    assert error.doc_url == base_url.replace("/v1", "") + "/docs/errors#api_key_invalid"
    assert str(error).split("\n") == [error.message, error.hint, f"More: {error.doc_url}", f"Trace: {error.trace_id}"]
    assert "gww_nobody_has_this_key" not in "".join(traceback.format_exception(type(error), error, None)) + repr(error)


def test_a_wrong_config(gatehouse: Gatehouse) -> None:
    with pytest.raises(sdk.ConfigError) as caught:
        chat(gatehouse.with_options(config={"retry": {"attempts": -1}}))
    assert "retry" in str(caught.value.param)
    with pytest.raises(sdk.BadRequestError):
        chat(gatehouse.with_options(virtual_key="nobody"))


def test_a_refusal_of_the_provider(gatehouse: Gatehouse) -> None:
    with pytest.raises(sdk.RateLimitError) as caught:
        chat(gatehouse, "mock-error-429-after-2")
    error = caught.value
    assert (error.source, error.provider, error.retry_after) == ("provider", "mock", 2)
    assert error.body["error"]["code"] == "mock_error"
    with pytest.raises(sdk.ProviderError):
        chat(gatehouse, "mock-error-503")
    with pytest.raises(sdk.NotFoundError):
        gatehouse.prompts.completions.create("pp-nobody")


def test_time_limits(gatehouse: Gatehouse) -> None:
    with pytest.raises(sdk.RequestTimeoutError) as of_gateway:
        chat(gatehouse.with_options(request_timeout=50), "mock-slow-5000")
    assert (of_gateway.value.status, of_gateway.value.source) == (408, "gateway")
    with pytest.raises(sdk.RequestTimeoutError) as of_client:
        chat(gatehouse.with_options(timeout=0.1), "mock-slow-5000")
    assert (of_client.value.code, of_client.value.source) == ("client_timeout", "client")


def test_an_error_inside_a_stream(gatehouse: Gatehouse) -> None:
    with pytest.raises(sdk.ProviderError) as caught:
        gatehouse.chat.completions.create(model="mock-stream-error", messages=MESSAGES, stream=True).final_text()
    assert caught.value.partial_text.startswith("Hello")
    with pytest.raises(sdk.GatewayError) as cut:
        gatehouse.chat.completions.create(model="mock-cut", messages=MESSAGES, stream=True).final_text()
    assert cut.value.source == "gateway" and cut.value.partial_text.startswith("Hello")


@pytest.mark.parametrize("how", ["close", "with"])
def test_leaving_a_stream_ends_that_of_the_provider(gatehouse: Gatehouse, upstream: Upstream, how: str) -> None:
    has_left = threading.Event()

    def endless(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.send_header("connection", "close")
        handler.end_headers()
        handler.close_connection = True
        try:
            while True:
                handler.wfile.write(b'data: {"choices":[{"index":0,"delta":{"content":"on and "}}]}\n\n')
                handler.wfile.flush()
                time.sleep(0.01)
        except OSError:
            has_left.set()

    upstream.will(endless)
    client = gatehouse.with_options(provider=None, config=upstream.target)
    stream = client.chat.completions.create(model="m", messages=MESSAGES, stream=True)
    if how == "with":
        with stream:
            assert next(stream).choices[0].delta.content == "on and "
    else:
        for _ in stream:
            break
        stream.close()
    assert has_left.wait(10)


def test_an_answer_that_is_no_stream(gatehouse: Gatehouse, upstream: Upstream) -> None:
    upstream.will(reply({}))
    with pytest.raises(sdk.GatewayError) as caught:
        gatehouse.with_options(provider=None, config=upstream.target).post("/own", stream=True)
    assert (caught.value.code, caught.value.status) == ("not_a_stream", 200)


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (412, "budget_exhausted", sdk.BudgetExceededError),
        (503, "circuit_open", sdk.CircuitOpenError),
        (403, "scope_missing", sdk.PermissionDeniedError),
        (409, "conflict", sdk.ConflictError),
    ],
)
def test_classes_of_the_gateways_refusals(
    upstream: Upstream, status: int, code: str, kind: Type[sdk.GatewayError]
) -> None:
    upstream.will(reply({"error": {"message": "m", "code": code, "hint": "h", "trace_id": "t"}}, status, headers=OURS))
    with pytest.raises(kind) as caught:
        Gatehouse(base_url=upstream.url).get("/x")
    assert type(caught.value) is kind
    assert (caught.value.code, caught.value.hint, caught.value.retry_after) == (code, "h", 3)


def test_only_what_should_be_repeated_is_repeated(upstream: Upstream) -> None:
    client = Gatehouse(base_url=upstream.url)
    upstream.will(reply({}, 500, headers=OURS))
    with pytest.raises(sdk.GatewayError):
        client.post("/x", {})
    assert len(upstream.requests) == 1
    upstream.will(reply({}, 503, headers={**OURS, "x-should-retry": "true"}), reply({"id": "x"}))
    assert client.post("/x", {}).id == "x"
    upstream.will(reply({}, 503, headers={**OURS, "x-should-retry": "true"}))
    with pytest.raises(sdk.GatewayError):
        client.with_options(max_retries=0).post("/x", {})
    assert len(upstream.requests) == 4


def test_a_connection_that_breaks_before_the_first_byte_is_tried_once_more() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    connections = []

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            connections.append(connection)
            connection.recv(65536)
            if len(connections) % 2 == 0:
                head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-gateway-trace-id: t\r\n"
                connection.sendall(f'{head}content-length: 10\r\nconnection: close\r\n\r\n{{"id":"x"}}'.encode())
            connection.close()

    threading.Thread(target=serve, daemon=True).start()
    client = Gatehouse(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}")
    assert client.post("/x", {}).id == "x"
    assert len(connections) == 2
    with pytest.raises(sdk.ConnectionFailedError):
        client.with_options(max_retries=0).post("/x", {})
    listener.close()


def test_nobody_there_somebody_else_there_and_no_address(upstream: Upstream) -> None:
    with pytest.raises(sdk.ConnectionFailedError, match="http://127.0.0.1:1/v1"):
        Gatehouse(base_url="http://127.0.0.1:1/v1").models.list()
    upstream.will(reply(b"<html>", 404, "text/html"))
    with pytest.raises(sdk.GatewayError) as caught:
        Gatehouse(base_url=upstream.url).models.list()
    assert caught.value.code == "not_a_gateway"
    with pytest.raises(sdk.GatewayError, match="base_url"):
        Gatehouse(base_url="localhost")


def test_a_redirect_is_not_followed(upstream: Upstream) -> None:
    upstream.will(reply({}, 307, headers={"location": f"{upstream.url}/elsewhere"}))
    with pytest.raises(sdk.GatewayError) as caught:
        Gatehouse(base_url=upstream.url, api_key="gww_mine").post("/x", {})
    assert (caught.value.code, caught.value.status, len(upstream.requests)) == ("not_a_gateway", 307, 1)


def test_key_and_address_from_the_environment(monkeypatch: pytest.MonkeyPatch, base_url: str, key: str) -> None:
    monkeypatch.setenv("GATEWAY_API_KEY", key)
    monkeypatch.setenv("GATEWAY_BASE_URL", base_url.replace("/v1", ""))
    client = Gatehouse(provider="mock")
    assert client.base_url == base_url
    assert client.models.list().object == "list"


def test_a_client_shows_no_secret() -> None:
    secret = "gww_a_secret_that_nobody_may_see"
    client = Gatehouse(api_key=secret, authorization=secret, headers={"x-key": secret})
    admin = __import__("gatehouse.admin", fromlist=["GatehouseAdmin"]).GatehouseAdmin(api_key=secret)
    shown = repr(client) + str(client) + repr(admin) + repr(client._transport.writer.layers)
    assert secret not in shown
    assert "api_key" in repr(client)
