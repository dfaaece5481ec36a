"""Base class of the endpoints (synchronous)."""

from typing import Any, Mapping, Optional

from .._send import Request
from .._transport import Transport

Headers = Optional[Mapping[str, Optional[str]]]


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _post(self, path: str, body: Mapping[str, Any], headers: Headers, timeout: Optional[float]) -> Request:
        return Request("POST", path, body=body, has_body=True, extra_headers=headers, timeout=timeout)


def given(**params: Any) -> "dict[str, Any]":
    """Drops parameters that are None. To send null to the provider, pass it in the body."""
    return {name: value for name, value in params.items() if value is not None}
