"""Saved prompts, feedback and logs (synchronous)."""

from typing import Any, Literal, Mapping, Optional, Sequence, Union, overload

from .. import types
from .._model import Model
from .._send import Request, segment, texts
from .._stream import Stream
from .._transport import Transport
from .resource import Headers, Resource, given


class PromptCompletions(Resource):
    @overload
    def create(
        self,
        prompt_id: str,
        *,
        stream: Literal[True],
        variables: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Stream[types.ChatChunk]: ...

    @overload
    def create(
        self,
        prompt_id: str,
        *,
        stream: Optional[Literal[False]] = None,
        variables: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.ChatCompletion: ...

    def create(
        self,
        prompt_id: str,
        *,
        stream: Optional[bool] = None,
        variables: Optional[Mapping[str, Any]] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Union[types.ChatCompletion, Stream[types.ChatChunk]]:
        """prompt_id may end with @latest, @3 or @label; the default is the published version."""
        body = {"variables": texts(variables), "stream": stream}
        request = self._post(f"/prompts/{segment(prompt_id)}/completions", body, params, extra_headers, timeout)
        return self._transport.stream(request, types.ChatChunk) if stream else self._transport.json(request, types.ChatCompletion)


class Prompts(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.completions = PromptCompletions(transport)

    def render(
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
        return self._transport.json(request, types.RenderedPrompt)


class Feedback(Resource):
    def create(
        self,
        *,
        trace_id: str,
        value: float,
        weight: Optional[float] = None,
        metadata: Optional[Mapping[str, Any]] = None,
    ) -> types.FeedbackReply:
        body = given(trace_id=trace_id, value=value, weight=weight, metadata=metadata)
        return self._transport.json(Request("POST", "/feedback", body=body, has_body=True), types.FeedbackReply)

    def bulk_create(self, feedbacks: Sequence[Mapping[str, Any]]) -> types.FeedbackReply:
        request = Request("POST", "/feedback", body=list(feedbacks), has_body=True)
        return self._transport.json(request, types.FeedbackReply)

    def update(self, feedback_id: str, **fields: Any) -> types.FeedbackReply:
        request = Request("PUT", f"/feedback/{segment(feedback_id)}", body=fields, has_body=True)
        return self._transport.json(request, types.FeedbackReply)


class Logs(Resource):
    def create(self, entries: Any) -> Model:
        """Inserts logs of requests that did not go through the gateway: one, or a list."""
        return self._transport.json(Request("POST", "/logs", body=entries, has_body=True), Model)
