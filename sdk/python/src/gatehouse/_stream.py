"""Streamed responses: iterate them, close them, or wait for the whole."""

from types import TracebackType
from typing import Any, AsyncIterator, Generic, Iterator, List, Optional, Type, TypeVar

import httpx

from ._accumulate import ChatAccumulator, FinalMessage
from ._errors import GatewayError, error_inside
from ._metadata import GatewayMetadata, read_metadata
from ._model import Model, parse, typed
from ._send import failure_of
from ._sse import EventReader, ServerEvent
from .types import ChatChunk

T = TypeVar("T")


class _Chunks:
    """Parses events to chunks; raises errors found inside the stream."""

    def __init__(self, gateway: GatewayMetadata, address: str, kind: Type[Model]) -> None:
        self.sum = ChatAccumulator()
        self._gateway = gateway
        self._address = address
        self._kind = kind
        self.is_done = False

    def read(self, events: List[ServerEvent]) -> Iterator[Any]:
        for event in events:
            if event.data.startswith("[DONE]"):
                self.is_done = True
                return
            if event.event == "ping":
                continue
            chunk = _parsed(event.data)
            if event.event == "error" or _is_failure(chunk):
                raise error_inside(
                    chunk,
                    self._address,
                    trace_id=self._gateway.trace_id,
                    request_id=self._gateway.request_id,
                    provider=self._gateway.provider,
                    attempts=self._gateway.attempts,
                )
            self.sum.add(chunk)
            yield typed(chunk, _kind_of(chunk) if self._kind is Model else self._kind)

    def failure(self, error: Exception) -> GatewayError:
        found = failure_of(error, self._address)
        found.partial_text = self.sum.text
        return found


class Stream(Generic[T]):
    """close() or leaving a with block aborts the stream; the gateway then cancels the provider's call."""

    def __init__(self, response: httpx.Response, address: str, kind: Type[Model] = Model) -> None:
        self.gateway = read_metadata(response.status_code, response.headers)
        self._response = response
        self._chunks = _Chunks(self.gateway, address, kind)
        self._iterator = self._iterate()

    def __iter__(self) -> Iterator[T]:
        return self._iterator

    def __next__(self) -> T:
        return next(self._iterator)

    def __enter__(self) -> "Stream[T]":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        self._response.close()

    def final_message(self) -> FinalMessage:
        """Reads to the end and returns the message accumulated from all chunks of a chat or text completion."""
        for _ in self:
            pass
        return self._chunks.sum.message()

    def final_text(self) -> str:
        return self.final_message().content

    def _iterate(self) -> Iterator[T]:
        reader = EventReader()
        try:
            for text in self._response.iter_text():
                yield from self._chunks.read(reader.take(text))
                if self._chunks.is_done:
                    return
            yield from self._chunks.read(reader.end())
        except (httpx.HTTPError, httpx.StreamError, GatewayError) as error:
            raise self._chunks.failure(error) from error
        finally:
            self._response.close()


class AsyncStream(Generic[T]):
    """The async variant of Stream."""

    def __init__(self, response: httpx.Response, address: str, kind: Type[Model] = Model) -> None:
        self.gateway = read_metadata(response.status_code, response.headers)
        self._response = response
        self._chunks = _Chunks(self.gateway, address, kind)
        self._iterator = self._iterate()

    def __aiter__(self) -> AsyncIterator[T]:
        return self._iterator

    async def __anext__(self) -> T:
        return await self._iterator.__anext__()

    async def __aenter__(self) -> "AsyncStream[T]":
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._response.aclose()

    async def final_message(self) -> FinalMessage:
        """Reads to the end and returns the message accumulated from all chunks of a chat or text completion."""
        async for _ in self:
            pass
        return self._chunks.sum.message()

    async def final_text(self) -> str:
        return (await self.final_message()).content

    async def _iterate(self) -> AsyncIterator[T]:
        reader = EventReader()
        try:
            async for text in self._response.aiter_text():
                for chunk in self._chunks.read(reader.take(text)):
                    yield chunk
                if self._chunks.is_done:
                    return
            for chunk in self._chunks.read(reader.end()):
                yield chunk
        except (httpx.HTTPError, httpx.StreamError, GatewayError) as error:
            raise self._chunks.failure(error) from error
        finally:
            await self._response.aclose()


def _kind_of(chunk: Any) -> Type[Model]:
    """The type of a chunk of an endpoint that was called by its path."""
    is_chat = isinstance(chunk, dict) and chunk.get("object") == "chat.completion.chunk"
    return ChatChunk if is_chat else Model


def _parsed(data: str) -> Any:
    try:
        return parse(data)
    except ValueError:
        return data


def _is_failure(chunk: Any) -> bool:
    return isinstance(chunk, dict) and (chunk.get("type") == "error" or isinstance(chunk.get("error"), dict))
