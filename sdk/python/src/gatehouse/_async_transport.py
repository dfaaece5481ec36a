"""Sends requests and reads responses (async)."""

import asyncio
from typing import Any, Optional, Sequence, Type, TypeVar

import httpx

from ._errors import GatewayError, read_error
from ._model import Model
from ._raw import AsyncRawAnswer
from ._send import Layer, Request, Writer, failure_of
from ._stream import AsyncStream
from ._transport import RETRY_PAUSE_SECONDS, has_waited, is_event_stream, kind_of, not_a_stream, read_json

M = TypeVar("M", bound=Model)


class AsyncTransport:
    def __init__(self, address: str, layers: Sequence[Layer], client: Optional[httpx.AsyncClient]) -> None:
        self.writer = Writer(address, layers)
        self.client = client or httpx.AsyncClient(follow_redirects=False)

    def derive(self, layer: Layer) -> "AsyncTransport":
        return AsyncTransport(self.writer.address, [*self.writer.layers, layer], self.client)

    async def send(self, request: Request) -> httpx.Response:
        """Returns a success response with an unread body."""
        retries = self.writer.retries(request)
        while True:
            try:
                sent = self.client.build_request(**self.writer.arguments(request))
                response = await self.client.send(sent, stream=True)
            except httpx.TransportError as error:
                if retries <= 0 or has_waited(error):
                    raise failure_of(error, self.writer.address) from error
            else:
                if response.is_success:
                    return response
                if retries <= 0 or response.headers.get("x-should-retry") != "true":
                    raise await self._refusal(response)
                await response.aclose()
            retries -= 1
            await asyncio.sleep(RETRY_PAUSE_SECONDS)

    async def json(self, request: Request, kind: Type[M]) -> M:
        response = await self.send(request)
        return read_json(await self._read(response), response, kind)  # type: ignore[no-any-return]

    async def stream(self, request: Request, kind: Type[Model] = Model) -> AsyncStream[Any]:
        response = await self.send(request)
        if not is_event_stream(response):
            await response.aclose()
            raise not_a_stream(response)
        return AsyncStream(response, self.writer.address, kind)

    async def raw(self, request: Request) -> AsyncRawAnswer:
        return AsyncRawAnswer(await self.send(request), self.writer.address)

    async def any(self, request: Request) -> Any:
        """JSON, text or bytes, by content type."""
        response = await self.send(request)
        kind = kind_of(response)
        if kind == "json":
            return read_json(await self._read(response), response, Model)
        if kind == "text":
            return await self._read(response)
        return AsyncRawAnswer(response, self.writer.address)

    async def _read(self, response: httpx.Response) -> str:
        try:
            await response.aread()
            return response.text
        except httpx.HTTPError as error:
            raise failure_of(error, self.writer.address) from error
        finally:
            await response.aclose()

    async def _refusal(self, response: httpx.Response) -> GatewayError:
        try:
            await response.aread()
            text = response.text
        except httpx.HTTPError:
            text = ""
        finally:
            await response.aclose()
        return read_error(response.status_code, response.headers, text, self.writer.address)
