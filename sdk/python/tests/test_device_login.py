"""Device login: waits while pending, returns the key, raises the gateway's error."""

import json
from typing import Any, Dict, List
from urllib.parse import parse_qs

import httpx
import pytest

from gatehouse import DeviceCode, GatewayError, device_login

BEGUN = {
    "device_code": "d",
    "user_code": "BCDF-GHJK",
    "verification_uri": "http://127.0.0.1/device",
    "expires_in": 600,
    "interval": 0.001,
}
KEY = {
    "access_token": "gwa_x",
    "api_key_id": "k1",
    "user": "ann@example.com",
    "workspace_id": None,
    "scope": "logs.list logs.view",
    "expires_in": 86400,
}


def _client(answers: List[Dict[str, Any]], seen: List[httpx.Request]) -> httpx.Client:
    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        body = answers.pop(0)
        return httpx.Response(400 if "error" in body else 200, content=json.dumps(body))

    return httpx.Client(transport=httpx.MockTransport(answer))


def test_the_key_of_an_approved_login_is_returned() -> None:
    seen: List[httpx.Request] = []
    codes: List[DeviceCode] = []
    client = _client([BEGUN, {"error": "authorization_pending"}, KEY], seen)
    key = device_login(codes.append, base_url="http://127.0.0.1:1", scopes=["logs.list"], http_client=client)
    assert (key.api_key, key.scopes, key.workspace_id) == ("gwa_x", ["logs.list", "logs.view"], None)
    assert [code.user_code for code in codes] == ["BCDF-GHJK"]
    assert [request.url.path for request in seen] == ["/oauth/device_authorization", "/oauth/token", "/oauth/token"]
    assert parse_qs(seen[0].content.decode()) == {"client_id": ["gatehouse-sdk"], "scope": ["logs.list"]}


def test_a_denied_login_raises_the_error_of_the_gateway() -> None:
    client = _client([BEGUN, {"error": "access_denied", "error_description": "No."}], [])
    with pytest.raises(GatewayError, match="No.") as caught:
        device_login(lambda code: None, base_url="http://127.0.0.1:1", http_client=client)
    assert caught.value.code == "access_denied"


def test_a_running_gateway_begins_a_login_and_refuses_an_unknown_scope(base_url: str) -> None:
    with pytest.raises(GatewayError) as caught:
        device_login(lambda code: None, base_url=base_url, scopes=["nothing.here"])
    assert caught.value.code == "invalid_scope"
