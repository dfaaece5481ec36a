"""GENERATED from _resources/formats.py: the formats of Anthropic's messages and OpenAI's responses (async)."""

from typing import Any, Literal, Mapping, Optional, Sequence, Union, overload

from .. import types
from .._send import segment
from .._stream import AsyncStream
from .resource import Headers, AsyncResource


class AsyncMessages(AsyncResource):
    @overload
    async def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        max_tokens: int,
        stream: Literal[True],
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> AsyncStream[types.StreamEvent]: ...

    @overload
    async def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        max_tokens: int,
        stream: Optional[Literal[False]] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.Message: ...

    async def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        max_tokens: int,
        stream: Optional[bool] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Union[types.Message, AsyncStream[types.StreamEvent]]:
        """Creates a message in Anthropic's format, with any provider."""
        body = {"model": model, "max_tokens": max_tokens, "messages": messages, "stream": stream}
        request = self._post("/messages", body, params, extra_headers, timeout)
        return await (self._transport.stream(request, types.StreamEvent) if stream else self._transport.json(request, types.Message))


class AsyncResponses(AsyncResource):
    @overload
    async def create(
        self,
        *,
        stream: Literal[True],
        input: Any = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> AsyncStream[types.StreamEvent]: ...

    @overload
    async def create(
        self,
        *,
        stream: Optional[Literal[False]] = None,
        input: Any = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.Response: ...

    async def create(
        self,
        *,
        stream: Optional[bool] = None,
        input: Any = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Union[types.Response, AsyncStream[types.StreamEvent]]:
        """Creates a response in OpenAI's /responses format, with any provider."""
        body = {"model": model, "input": input, "stream": stream}
        request = self._post("/responses", body, params, extra_headers, timeout)
        return await (self._transport.stream(request, types.StreamEvent) if stream else self._transport.json(request, types.Response))

    async def retrieve(self, response_id: str, **options: Any) -> types.Response:
        return await self._transport.json(self._plain("GET", f"/responses/{segment(response_id)}", options), types.Response)

    async def delete(self, response_id: str, **options: Any) -> types.Deleted:
        return await self._transport.json(self._plain("DELETE", f"/responses/{segment(response_id)}", options), types.Deleted)

    async def cancel(self, response_id: str, **options: Any) -> types.Response:
        request = self._plain("POST", f"/responses/{segment(response_id)}/cancel", options)
        return await self._transport.json(request, types.Response)
