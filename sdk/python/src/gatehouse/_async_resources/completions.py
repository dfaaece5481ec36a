"""GENERATED from _resources/completions.py: chat and text completions (async)."""

from typing import Any, Literal, Mapping, Optional, Sequence, Union, overload

from .. import types
from .._stream import AsyncStream
from .._async_transport import AsyncTransport
from .resource import Headers, AsyncResource


class AsyncChatCompletions(AsyncResource):
    @overload
    async def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        stream: Literal[True],
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> AsyncStream[types.ChatChunk]: ...

    @overload
    async def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        stream: Optional[Literal[False]] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.ChatCompletion: ...

    async def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        stream: Optional[bool] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Union[types.ChatCompletion, AsyncStream[types.ChatChunk]]:
        """Creates a chat completion; stream=True returns a stream.

        Gateway options (trace_id, metadata, config ...) are sent as headers, other parameters in the body.
        """
        body = {"model": model, "messages": messages, "stream": stream}
        request = self._post("/chat/completions", body, params, extra_headers, timeout)
        return await (self._transport.stream(request, types.ChatChunk) if stream else self._transport.json(request, types.ChatCompletion))


class AsyncChat(AsyncResource):
    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.completions = AsyncChatCompletions(transport)


class AsyncCompletions(AsyncResource):
    @overload
    async def create(
        self,
        *,
        prompt: Any,
        stream: Literal[True],
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> AsyncStream[types.Completion]: ...

    @overload
    async def create(
        self,
        *,
        prompt: Any,
        stream: Optional[Literal[False]] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.Completion: ...

    async def create(
        self,
        *,
        prompt: Any,
        stream: Optional[bool] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Union[types.Completion, AsyncStream[types.Completion]]:
        """Creates a text completion; stream=True returns a stream."""
        body = {"model": model, "prompt": prompt, "stream": stream}
        request = self._post("/completions", body, params, extra_headers, timeout)
        return await (self._transport.stream(request, types.Completion) if stream else self._transport.json(request, types.Completion))
