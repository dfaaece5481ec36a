"""GENERATED from _resources/saved.py: saved prompts, feedback and logs (async)."""

from typing import Any, Literal, Mapping, Optional, Sequence, Union, overload

from .. import types
from .._model import Model
from .._send import Request, segment, texts
from .._stream import AsyncStream
from .._async_transport import AsyncTransport
from .resource import Headers, AsyncResource, given


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
        """prompt_id may end with @latest, @3 or @label; the default is the published version."""
        body = {"variables": texts(variables), "stream": stream}
        request = self._post(f"/prompts/{segment(prompt_id)}/completions", body, params, extra_headers, timeout)
        return await (self._transport.stream(request, types.ChatChunk) if stream else self._transport.json(request, types.ChatCompletion))


class AsyncPrompts(AsyncResource):
    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.completions = AsyncPromptCompletions(transport)

    async def render(
        self,
        prompt_id: str,
        *,
        variables: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.RenderedPrompt:
        """Renders a prompt to its final request without calling a provider."""
        body = {"variables": texts(variables)}
        request = self._post(f"/prompts/{segment(prompt_id)}/render", body, params, extra_headers, timeout)
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
        body = given(trace_id=trace_id, value=value, weight=weight, metadata=metadata)
        return await self._transport.json(Request("POST", "/feedback", body=body, has_body=True), types.FeedbackReply)

    async def bulk_create(self, feedbacks: Sequence[Mapping[str, Any]]) -> types.FeedbackReply:
        request = Request("POST", "/feedback", body=list(feedbacks), has_body=True)
        return await self._transport.json(request, types.FeedbackReply)

    async def update(self, feedback_id: str, **fields: Any) -> types.FeedbackReply:
        request = Request("PUT", f"/feedback/{segment(feedback_id)}", body=fields, has_body=True)
        return await self._transport.json(request, types.FeedbackReply)


class AsyncLogs(AsyncResource):
    async def create(self, entries: Any) -> Model:
        """Inserts logs of requests that did not go through the gateway: one, or a list."""
        return await self._transport.json(Request("POST", "/logs", body=entries, has_body=True), Model)
