"""GENERATED from _resources/resource.py: base class of the endpoints (async)."""

from typing import Any, Mapping, Optional

from .._params import split
from .._send import Request
from .._async_transport import AsyncTransport

Headers = Optional[Mapping[str, Optional[str]]]


class AsyncResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def _post(
        self,
        path: str,
        body: Mapping[str, Any],
        params: Mapping[str, Any],
        headers: Headers,
        timeout: Optional[float],
        is_form: bool = False,
    ) -> Request:
        """A request with this body. Gateway options among the parameters become headers."""
        rest = dict(params)
        extra_body, max_retries = rest.pop("extra_body", None), rest.pop("max_retries", None)
        options, fields = split(rest)
        whole = {**given(**body), **fields, **(extra_body or {})}
        request = Request("POST", path, extra_headers=headers, timeout=timeout, options=options, max_retries=max_retries)
        if is_form:
            request.form = whole
        else:
            request.body, request.has_body = whole, True
        return request

    def _plain(
        self, method: str, path: str, params: Mapping[str, Any], query: Optional[Mapping[str, Any]] = None
    ) -> Request:
        """A request without a body. All parameters are gateway options."""
        rest = dict(params)
        headers, timeout, retries = rest.pop("extra_headers", None), rest.pop("timeout", None), rest.pop("max_retries", None)
        return Request(
            method, path, query=query, extra_headers=headers, timeout=timeout, options=rest, max_retries=retries
        )


def given(**params: Any) -> "dict[str, Any]":
    """Drops parameters that are None. To send null to the provider, use extra_body."""
    return {name: value for name, value in params.items() if value is not None}
