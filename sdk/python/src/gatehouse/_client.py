"""The gateway clients: synchronous and async."""

import os
from types import TracebackType
from typing import Any, Dict, Mapping, Optional, Type, TypeVar

from ._async_resources import AsyncResources
from ._async_transport import AsyncTransport
from ._generated_options import OptionArguments
from ._resources import Resources
from ._send import Layer, Request, address_of, names_of
from ._transport import Transport

S = TypeVar("S", bound="Gatehouse")
A = TypeVar("A", bound="AsyncGatehouse")
Headers = Optional[Mapping[str, Optional[str]]]


def first_layer(options: Dict[str, Any], timeout: Optional[float], max_retries: Optional[int], headers: Headers) -> Layer:
    if "api_key" not in options and os.environ.get("GATEWAY_API_KEY"):
        options = {"api_key": os.environ["GATEWAY_API_KEY"], **options}
    return Layer(options, timeout, max_retries, headers)


class Gatehouse(OptionArguments, Resources):
    """gatehouse = Gatehouse(virtual_key="openai-main")  # api_key from GATEWAY_API_KEY"""

    def _set_up(
        self,
        base_url: Optional[str],
        http_client: Any,
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Headers,
        options: Dict[str, Any],
    ) -> None:
        self._use(Transport(address_of(base_url), [first_layer(options, timeout, max_retries, headers)], http_client))

    def _derive(
        self: S, timeout: Optional[float], max_retries: Optional[int], headers: Headers, options: Dict[str, Any]
    ) -> S:
        derived = type(self).__new__(type(self))
        derived._use(self._transport.derive(Layer(options, timeout, max_retries, headers)))
        return derived

    def _use(self, transport: Transport) -> None:
        self._transport = transport
        Resources.__init__(self, transport)

    @property
    def base_url(self) -> str:
        return self._transport.writer.address

    def post(
        self,
        path: str,
        body: Any = None,
        *,
        files: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **fields: Any,
    ) -> Any:
        """Calls any endpoint of the provider. Pass the body whole or as keywords; stream=True returns a stream."""
        return self._pass("POST", path, body, files, extra_headers, timeout, fields)

    def put(
        self,
        path: str,
        body: Any = None,
        *,
        files: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **fields: Any,
    ) -> Any:
        return self._pass("PUT", path, body, files, extra_headers, timeout, fields)

    def get(
        self, path: str, *, extra_headers: Headers = None, timeout: Optional[float] = None, **query: Any
    ) -> Any:
        return self._transport.any(Request("GET", path, query=query, extra_headers=extra_headers, timeout=timeout))

    def delete(
        self, path: str, *, extra_headers: Headers = None, timeout: Optional[float] = None, **query: Any
    ) -> Any:
        return self._transport.any(Request("DELETE", path, query=query, extra_headers=extra_headers, timeout=timeout))

    def _pass(self, method: str, path: str, body: Any, files: Any, headers: Headers, timeout: Any, fields: Any) -> Any:
        request = pass_request(method, path, body, files, headers, timeout, fields)
        return self._transport.stream(request) if wants_stream(request) else self._transport.any(request)

    def close(self) -> None:
        self._transport.client.close()

    def __enter__(self: S) -> S:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Gatehouse {self.base_url} with {', '.join(names_of(self._transport.writer.layers)) or 'no options'}>"


class AsyncGatehouse(OptionArguments, AsyncResources):
    """The async variant of Gatehouse."""

    def _set_up(
        self,
        base_url: Optional[str],
        http_client: Any,
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Headers,
        options: Dict[str, Any],
    ) -> None:
        layers = [first_layer(options, timeout, max_retries, headers)]
        self._use(AsyncTransport(address_of(base_url), layers, http_client))

    def _derive(
        self: A, timeout: Optional[float], max_retries: Optional[int], headers: Headers, options: Dict[str, Any]
    ) -> A:
        derived = type(self).__new__(type(self))
        derived._use(self._transport.derive(Layer(options, timeout, max_retries, headers)))
        return derived

    def _use(self, transport: AsyncTransport) -> None:
        self._transport = transport
        AsyncResources.__init__(self, transport)

    @property
    def base_url(self) -> str:
        return self._transport.writer.address

    async def post(
        self,
        path: str,
        body: Any = None,
        *,
        files: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **fields: Any,
    ) -> Any:
        """Calls any endpoint of the provider. Pass the body whole or as keywords; stream=True returns a stream."""
        return await self._pass("POST", path, body, files, extra_headers, timeout, fields)

    async def put(
        self,
        path: str,
        body: Any = None,
        *,
        files: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **fields: Any,
    ) -> Any:
        return await self._pass("PUT", path, body, files, extra_headers, timeout, fields)

    async def get(
        self, path: str, *, extra_headers: Headers = None, timeout: Optional[float] = None, **query: Any
    ) -> Any:
        return await self._transport.any(Request("GET", path, query=query, extra_headers=extra_headers, timeout=timeout))

    async def delete(
        self, path: str, *, extra_headers: Headers = None, timeout: Optional[float] = None, **query: Any
    ) -> Any:
        request = Request("DELETE", path, query=query, extra_headers=extra_headers, timeout=timeout)
        return await self._transport.any(request)

    async def _pass(
        self, method: str, path: str, body: Any, files: Any, headers: Headers, timeout: Any, fields: Any
    ) -> Any:
        request = pass_request(method, path, body, files, headers, timeout, fields)
        return await (self._transport.stream(request) if wants_stream(request) else self._transport.any(request))

    async def close(self) -> None:
        await self._transport.client.aclose()

    async def __aenter__(self: A) -> A:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        names = ", ".join(names_of(self._transport.writer.layers)) or "no options"
        return f"<AsyncGatehouse {self.base_url} with {names}>"


def pass_request(
    method: str, path: str, body: Any, files: Any, headers: Headers, timeout: Optional[float], fields: Dict[str, Any]
) -> Request:
    if files is not None:
        form = {**fields, **files}
        return Request(method, path, form=form, extra_headers=headers, timeout=timeout)
    whole = {**body, **fields} if isinstance(body, dict) else body if body is not None else (fields or None)
    return Request(method, path, body=whole, extra_headers=headers, timeout=timeout)


def wants_stream(request: Request) -> bool:
    return isinstance(request.body, dict) and request.body.get("stream") is True
