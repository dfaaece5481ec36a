"""Device login (RFC 8628): a person approves in the browser, and the program gets an API key of that person."""

import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import httpx

from ._errors import GatewayError
from ._send import address_of, failure_of

_DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_TIMEOUT_SECONDS = 30.0
_SLOW_DOWN_SECONDS = 5.0


@dataclass(frozen=True)
class DeviceCode:
    user_code: str
    """The code that the person compares with the page, such as BCDF-GHJK."""
    verification_uri: str
    verification_uri_complete: str
    """The address with the code filled in."""
    expires_in: float
    """Seconds."""


@dataclass(frozen=True)
class DeviceKey:
    api_key: str
    api_key_id: str
    user: str
    workspace_id: Optional[str]
    """None: the whole organisation."""
    scopes: List[str]
    expires_in: float
    """Seconds."""


def device_login(
    on_code: Callable[[DeviceCode], None],
    *,
    base_url: Optional[str] = None,
    scopes: Optional[Sequence[str]] = None,
    workspace: Optional[str] = None,
    device_name: Optional[str] = None,
    http_client: Optional[httpx.Client] = None,
) -> DeviceKey:
    """Waits until the person has approved the login. on_code shows the code and the address.

    scopes: by default everything that the role of the person allows.
    """
    address = address_of(base_url)
    root = address[: -len("/v1")] if address.endswith("/v1") else address
    client = http_client or httpx.Client(follow_redirects=False)
    try:
        asked = {
            "scope": None if scopes is None else " ".join(scopes),
            "workspace": workspace,
            "device_name": device_name,
        }
        status, begun = _post(client, root + "/oauth/device_authorization", asked)
        if status != 200:
            raise _refusal(status, begun)
        expires_in = float(begun["expires_in"])
        end = time.monotonic() + expires_in
        page = str(begun["verification_uri"])
        on_code(
            DeviceCode(
                user_code=str(begun["user_code"]),
                verification_uri=page,
                verification_uri_complete=str(begun.get("verification_uri_complete", page)),
                expires_in=expires_in,
            )
        )
        interval = float(begun.get("interval", 5))
        fields = {"grant_type": _DEVICE_GRANT, "device_code": str(begun["device_code"])}
        while time.monotonic() < end:
            time.sleep(interval)
            status, polled = _post(client, root + "/oauth/token", fields)
            if status == 200:
                return _key(polled)
            if polled.get("error") == "slow_down":
                interval += _SLOW_DOWN_SECONDS
            elif polled.get("error") != "authorization_pending":
                raise _refusal(status, polled)
        raise GatewayError("The code expired before the login was approved.", code="expired_token")
    finally:
        if http_client is None:
            client.close()


def _post(client: httpx.Client, url: str, fields: Dict[str, Any]) -> Tuple[int, Dict[str, Any]]:
    form = {"client_id": "gatehouse-sdk", **{name: value for name, value in fields.items() if value is not None}}
    try:
        # Following a redirect could send the code to another host.
        response = client.post(url, data=form, timeout=_TIMEOUT_SECONDS, follow_redirects=False)
    except httpx.TransportError as error:
        raise failure_of(error, url) from error
    try:
        body = response.json()
    except ValueError:
        body = {}
    return response.status_code, body if isinstance(body, dict) else {}


def _key(body: Dict[str, Any]) -> DeviceKey:
    return DeviceKey(
        api_key=str(body["access_token"]),
        api_key_id=str(body["api_key_id"]),
        user=str(body["user"]),
        workspace_id=body.get("workspace_id"),
        scopes=str(body.get("scope", "")).split(),
        expires_in=float(body["expires_in"]),
    )


def _refusal(status: int, body: Dict[str, Any]) -> GatewayError:
    code = body.get("error")
    if not isinstance(code, str):
        return GatewayError(f"The device login failed: HTTP {status}.", code="no_device_login", status=status)
    message = str(body.get("error_description", code))
    return GatewayError(message, code=code, status=status, source="gateway", body=body)
