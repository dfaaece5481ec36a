"""Accumulates the chunks of a streamed completion, in all formats the gateway streams."""

from typing import Any, Dict, List, Optional

from ._model import Model


class FinalMessage(Model):
    """The message accumulated from all chunks."""

    role: str
    content: str
    tool_calls: List[Model]
    finish_reason: Optional[str]
    usage: Optional[Model]


class ChatAccumulator:
    def __init__(self) -> None:
        self.text = ""
        self._role = "assistant"
        self._finish_reason: Optional[str] = None
        self._usage: Optional[Model] = None
        self._tool_calls: Dict[int, Model] = {}

    def add(self, chunk: Any) -> None:
        if not isinstance(chunk, dict):
            return
        usage = chunk.get("usage")
        if isinstance(usage, dict):
            self._usage = Model({**(self._usage or {}), **usage})
        choices = chunk.get("choices")
        if isinstance(choices, list):
            for choice in choices:
                if isinstance(choice, dict) and choice.get("index", 0) == 0:
                    self._choice(choice)
        else:
            self._event(chunk)

    def message(self) -> FinalMessage:
        return FinalMessage(
            role=self._role,
            content=self.text,
            tool_calls=[call for _, call in sorted(self._tool_calls.items())],
            finish_reason=self._finish_reason,
            usage=self._usage,
        )

    def _choice(self, choice: Dict[str, Any]) -> None:
        self._finish_reason = choice.get("finish_reason") or self._finish_reason
        if isinstance(choice.get("text"), str):
            self.text += choice["text"]
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            return
        self._role = delta.get("role") or self._role
        self.text += delta.get("content") or ""
        for part in delta.get("tool_calls") or []:
            self._tool_call(part)

    def _tool_call(self, part: Dict[str, Any]) -> None:
        empty = Model(id="", type="function", function=Model(name="", arguments=""))
        call = self._tool_calls.setdefault(part.get("index", 0), empty)
        call["id"] = part.get("id") or call["id"]
        own = part.get("function") or {}
        call["function"]["name"] += own.get("name") or ""
        call["function"]["arguments"] += own.get("arguments") or ""

    def _event(self, event: Dict[str, Any]) -> None:
        """Events of the Messages and Responses formats."""
        kind, delta = event.get("type"), event.get("delta")
        response, item, block = event.get("response"), event.get("item"), event.get("content_block")
        if isinstance(response, dict) and isinstance(response.get("usage"), dict):
            self._usage = Model(response["usage"])
        if kind == "response.output_text.delta" and isinstance(delta, str):
            self.text += delta
        if kind in ("response.completed", "response.incomplete"):
            self._finish_reason = str(kind)[len("response.") :]
        if isinstance(block, dict) and block.get("type") == "tool_use":
            self._tool_call({"index": event.get("index"), "id": block.get("id"), "function": {"name": block.get("name")}})
        if kind == "response.output_item.added" and isinstance(item, dict) and item.get("type") == "function_call":
            function = {"name": item.get("name")}
            self._tool_call({"index": event.get("output_index"), "id": item.get("call_id"), "function": function})
        if kind == "response.function_call_arguments.delta":
            self._tool_call({"index": event.get("output_index"), "function": {"arguments": delta}})
        if isinstance(delta, dict):
            self.text += delta.get("text") or ""
            self._finish_reason = delta.get("stop_reason") or self._finish_reason
            if delta.get("type") == "input_json_delta":
                self._tool_call({"index": event.get("index"), "function": {"arguments": delta.get("partial_json")}})
