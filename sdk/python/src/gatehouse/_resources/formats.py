"""The formats of Anthropic's messages and OpenAI's responses (synchronous)."""

from typing import Any, Literal, Mapping, Optional, Sequence, Union, overload

from .. import types
from .._send import segment
from .._stream import Stream
from .resource import Headers, Resource


class Messages(Resource):
    @overload
    def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        max_tokens: int,
        stream: Literal[True],
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Stream[types.StreamEvent]: ...

    @overload
    def create(
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

    def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        max_tokens: int,
        stream: Optional[bool] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Union[types.Message, Stream[types.StreamEvent]]:
        """Creates a message in Anthropic's format, with any provider."""
        body = {"model": model, "max_tokens": max_tokens, "messages": messages, "stream": stream}
        request = self._post("/messages", body, params, extra_headers, timeout)
        return self._transport.stream(request, types.StreamEvent) if stream else self._transport.json(request, types.Message)


class Responses(Resource):
    @overload
    def create(
        self,
        *,
        stream: Literal[True],
        input: Any = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Stream[types.StreamEvent]: ...

    @overload
    def create(
        self,
        *,
        stream: Optional[Literal[False]] = None,
        input: Any = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.Response: ...

    def create(
        self,
        *,
        stream: Optional[bool] = None,
        input: Any = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Union[types.Response, Stream[types.StreamEvent]]:
        """Creates a response in OpenAI's /responses format, with any provider."""
        body = {"model": model, "input": input, "stream": stream}
        request = self._post("/responses", body, params, extra_headers, timeout)
        return self._transport.stream(request, types.StreamEvent) if stream else self._transport.json(request, types.Response)

    def retrieve(self, response_id: str, **options: Any) -> types.Response:
        return self._transport.json(self._plain("GET", f"/responses/{segment(response_id)}", options), types.Response)

    def delete(self, response_id: str, **options: Any) -> types.Deleted:
        return self._transport.json(self._plain("DELETE", f"/responses/{segment(response_id)}", options), types.Deleted)

    def cancel(self, response_id: str, **options: Any) -> types.Response:
        request = self._plain("POST", f"/responses/{segment(response_id)}/cancel", options)
        return self._transport.json(request, types.Response)
