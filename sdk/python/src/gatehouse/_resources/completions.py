"""Chat and text completions (synchronous)."""

from typing import Any, Literal, Mapping, Optional, Sequence, Union, overload

from .. import types
from .._stream import Stream
from .._transport import Transport
from .resource import Headers, Resource


class ChatCompletions(Resource):
    @overload
    def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        stream: Literal[True],
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Stream[types.ChatChunk]: ...

    @overload
    def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        stream: Optional[Literal[False]] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.ChatCompletion: ...

    def create(
        self,
        *,
        messages: Sequence[Mapping[str, Any]],
        stream: Optional[bool] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Union[types.ChatCompletion, Stream[types.ChatChunk]]:
        """Creates a chat completion; stream=True returns a stream.

        Gateway options (trace_id, metadata, config ...) are sent as headers, other parameters in the body.
        """
        body = {"model": model, "messages": messages, "stream": stream}
        request = self._post("/chat/completions", body, params, extra_headers, timeout)
        return self._transport.stream(request, types.ChatChunk) if stream else self._transport.json(request, types.ChatCompletion)


class Chat(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.completions = ChatCompletions(transport)


class Completions(Resource):
    @overload
    def create(
        self,
        *,
        prompt: Any,
        stream: Literal[True],
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Stream[types.Completion]: ...

    @overload
    def create(
        self,
        *,
        prompt: Any,
        stream: Optional[Literal[False]] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.Completion: ...

    def create(
        self,
        *,
        prompt: Any,
        stream: Optional[bool] = None,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Union[types.Completion, Stream[types.Completion]]:
        """Creates a text completion; stream=True returns a stream."""
        body = {"model": model, "prompt": prompt, "stream": stream}
        request = self._post("/completions", body, params, extra_headers, timeout)
        return self._transport.stream(request, types.Completion) if stream else self._transport.json(request, types.Completion)
