"""GENERATED from _resources.py: the endpoints, for async programs."""

from typing import Any, Literal, Mapping, Optional, Sequence, Union, overload

from . import types
from ._model import Model
from ._raw import AsyncRawAnswer
from ._send import Request, segment, texts
from ._stream import AsyncStream
from ._async_transport import AsyncTransport

Headers = Optional[Mapping[str, Optional[str]]]


class AsyncResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def _post(self, path: str, body: Mapping[str, Any], headers: Headers, timeout: Optional[float]) -> Request:
        return Request("POST", path, body=body, has_body=True, extra_headers=headers, timeout=timeout)


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
        """A chat completion; with stream=True its chunks as they come. Other parameters are sent as they are."""
        body = _given(model=model, messages=messages, stream=stream, **params)
        request = self._post("/chat/completions", body, extra_headers, timeout)
        return await (self._transport.stream(request) if stream else self._transport.json(request, types.ChatCompletion))


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
        """A text completion; with stream=True its chunks as they come."""
        body = _given(model=model, prompt=prompt, stream=stream, **params)
        request = self._post("/completions", body, extra_headers, timeout)
        return await (self._transport.stream(request) if stream else self._transport.json(request, types.Completion))


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
        """A message in Anthropic's format, of any provider."""
        body = _given(model=model, max_tokens=max_tokens, messages=messages, stream=stream, **params)
        request = self._post("/messages", body, extra_headers, timeout)
        return await (self._transport.stream(request) if stream else self._transport.json(request, types.Message))


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
        """A response in the format of OpenAI's AsyncResponses, of any provider."""
        body = _given(model=model, input=input, stream=stream, **params)
        request = self._post("/responses", body, extra_headers, timeout)
        return await (self._transport.stream(request) if stream else self._transport.json(request, types.Response))

    async def retrieve(self, response_id: str) -> types.Response:
        return await self._transport.json(Request("GET", f"/responses/{segment(response_id)}"), types.Response)

    async def delete(self, response_id: str) -> types.Deleted:
        return await self._transport.json(Request("DELETE", f"/responses/{segment(response_id)}"), types.Deleted)

    async def cancel(self, response_id: str) -> types.Response:
        return await self._transport.json(Request("POST", f"/responses/{segment(response_id)}/cancel"), types.Response)


class AsyncEmbeddings(AsyncResource):
    async def create(
        self,
        *,
        input: Any,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.EmbeddingList:
        body = _given(model=model, input=input, **params)
        return await self._transport.json(self._post("/embeddings", body, extra_headers, timeout), types.EmbeddingList)


class AsyncSpeech(AsyncResource):
    async def create(
        self,
        *,
        input: str,
        voice: str,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> AsyncRawAnswer:
        """The sound as bytes: answer.read(), or answer.write_to_file(path)."""
        body = _given(model=model, input=input, voice=voice, **params)
        return await self._transport.raw(self._post("/audio/speech", body, extra_headers, timeout))


class AsyncTranscriptions(AsyncResource):
    def __init__(self, transport: AsyncTransport, path: str) -> None:
        super().__init__(transport)
        self._path = path

    async def create(
        self,
        *,
        file: Any,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Any:
        """file: an open file, bytes, or (name, content). Text formats such as srt are answered as a string."""
        form = _given(model=model, **params, file=file)
        return await self._transport.any(Request("POST", self._path, form=form, extra_headers=extra_headers, timeout=timeout))


class AsyncAudio(AsyncResource):
    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.speech = AsyncSpeech(transport)
        self.transcriptions = AsyncTranscriptions(transport, "/audio/transcriptions")
        self.translations = AsyncTranscriptions(transport, "/audio/translations")


class AsyncImages(AsyncResource):
    async def generate(
        self,
        *,
        prompt: str,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.ImageList:
        body = _given(model=model, prompt=prompt, **params)
        return await self._transport.json(self._post("/images/generations", body, extra_headers, timeout), types.ImageList)

    async def edit(
        self,
        *,
        image: Any,
        prompt: str,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.ImageList:
        form = _given(model=model, prompt=prompt, **params, image=image)
        request = Request("POST", "/images/edits", form=form, extra_headers=extra_headers, timeout=timeout)
        return await self._transport.json(request, types.ImageList)


class AsyncModels(AsyncResource):
    async def list(self) -> types.ModelRows:
        return await self._transport.json(Request("GET", "/models"), types.ModelRows)

    async def retrieve(self, model: str) -> types.ModelRow:
        return await self._transport.json(Request("GET", f"/models/{segment(model)}"), types.ModelRow)


class AsyncModerations(AsyncResource):
    async def create(
        self,
        *,
        input: Any,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.Moderation:
        body = _given(model=model, input=input, **params)
        return await self._transport.json(self._post("/moderations", body, extra_headers, timeout), types.Moderation)


class AsyncFiles(AsyncResource):
    async def create(self, *, file: Any, purpose: str, **params: Any) -> types.StoredFile:
        form = _given(purpose=purpose, **params, file=file)
        return await self._transport.json(Request("POST", "/files", form=form), types.StoredFile)

    async def list(self, **query: Any) -> types.StoredFiles:
        return await self._transport.json(Request("GET", "/files", query=query), types.StoredFiles)

    async def retrieve(self, file_id: str) -> types.StoredFile:
        return await self._transport.json(Request("GET", f"/files/{segment(file_id)}"), types.StoredFile)

    async def content(self, file_id: str) -> AsyncRawAnswer:
        return await self._transport.raw(Request("GET", f"/files/{segment(file_id)}/content"))

    async def delete(self, file_id: str) -> types.Deleted:
        return await self._transport.json(Request("DELETE", f"/files/{segment(file_id)}"), types.Deleted)


class AsyncPromptCompletions(AsyncResource):
    @overload
    async def create(
        self,
        prompt_id: str,
        *,
        stream: Literal[True],
        variables: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> AsyncStream[types.ChatChunk]: ...

    @overload
    async def create(
        self,
        prompt_id: str,
        *,
        stream: Optional[Literal[False]] = None,
        variables: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.ChatCompletion: ...

    async def create(
        self,
        prompt_id: str,
        *,
        stream: Optional[bool] = None,
        variables: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Union[types.ChatCompletion, AsyncStream[types.ChatChunk]]:
        """prompt_id may end with @latest, @3 or @label; without, the published version runs."""
        body = _given(variables=texts(variables), stream=stream, **params)
        request = self._post(f"/prompts/{segment(prompt_id)}/completions", body, extra_headers, timeout)
        return await (self._transport.stream(request) if stream else self._transport.json(request, types.ChatCompletion))


class AsyncPrompts(AsyncResource):
    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.completions = AsyncPromptCompletions(transport)

    async def render(
        self, prompt_id: str, *, variables: Optional[Mapping[str, Any]] = None, **params: Any
    ) -> types.RenderedPrompt:
        """The final request of a prompt, without calling anybody."""
        body = _given(variables=texts(variables), **params)
        request = self._post(f"/prompts/{segment(prompt_id)}/render", body, None, None)
        return await self._transport.json(request, types.RenderedPrompt)


class AsyncFeedback(AsyncResource):
    async def create(
        self,
        *,
        trace_id: str,
        value: float,
        weight: Optional[float] = None,
        metadata: Optional[Mapping[str, Any]] = None,
    ) -> types.FeedbackReply:
        body = _given(trace_id=trace_id, value=value, weight=weight, metadata=metadata)
        return await self._transport.json(self._post("/feedback", body, None, None), types.FeedbackReply)

    async def bulk_create(self, feedbacks: Sequence[Mapping[str, Any]]) -> types.FeedbackReply:
        request = Request("POST", "/feedback", body=list(feedbacks), has_body=True)
        return await self._transport.json(request, types.FeedbackReply)

    async def update(self, feedback_id: str, **fields: Any) -> types.FeedbackReply:
        request = Request("PUT", f"/feedback/{segment(feedback_id)}", body=fields, has_body=True)
        return await self._transport.json(request, types.FeedbackReply)


class AsyncLogs(AsyncResource):
    async def create(self, entries: Any) -> Model:
        """Requests that did not go through the gateway: one, or a list."""
        return await self._transport.json(Request("POST", "/logs", body=entries, has_body=True), Model)


class AsyncResources:
    """Every endpoint of a client."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.chat = AsyncChat(transport)
        self.completions = AsyncCompletions(transport)
        self.messages = AsyncMessages(transport)
        self.responses = AsyncResponses(transport)
        self.embeddings = AsyncEmbeddings(transport)
        self.audio = AsyncAudio(transport)
        self.images = AsyncImages(transport)
        self.models = AsyncModels(transport)
        self.moderations = AsyncModerations(transport)
        self.files = AsyncFiles(transport)
        self.prompts = AsyncPrompts(transport)
        self.feedback = AsyncFeedback(transport)
        self.logs = AsyncLogs(transport)


def _given(**params: Any) -> "dict[str, Any]":
    """A parameter that is None was not given, except where None is what the provider shall read: send it in a body."""
    return {name: value for name, value in params.items() if value is not None}
