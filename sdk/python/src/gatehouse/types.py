"""Response types. Fields added by a provider are available too, as attributes and by key."""

from typing import Any, Dict, List, Optional

from ._model import Model


class Usage(Model):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class FunctionCall(Model):
    name: str
    arguments: str


class ToolCall(Model):
    id: str
    type: str
    function: FunctionCall


class ChatMessage(Model):
    role: str
    content: Optional[str]
    tool_calls: List[ToolCall]


class ChatChoice(Model):
    index: int
    message: ChatMessage
    finish_reason: Optional[str]


class ChatCompletion(Model):
    id: str
    object: str
    created: int
    model: str
    choices: List[ChatChoice]
    usage: Usage


class ChatDelta(Model):
    role: str
    content: Optional[str]
    tool_calls: List[Model]


class ChatChunkChoice(Model):
    index: int
    delta: ChatDelta
    finish_reason: Optional[str]


class ChatChunk(Model):
    id: str
    object: str
    created: int
    model: str
    choices: List[ChatChunkChoice]


class CompletionChoice(Model):
    index: int
    text: str
    finish_reason: Optional[str]


class Completion(Model):
    id: str
    object: str
    created: int
    model: str
    choices: List[CompletionChoice]
    usage: Usage


class Embedding(Model):
    object: str
    index: int
    embedding: List[float]


class EmbeddingList(Model):
    object: str
    model: str
    data: List[Embedding]
    usage: Usage


class Image(Model):
    url: str
    b64_json: str


class ImageList(Model):
    created: int
    data: List[Image]


class ModelRow(Model):
    id: str
    object: str
    owned_by: str


class ModelRows(Model):
    object: str
    data: List[ModelRow]


class ModerationResult(Model):
    flagged: bool
    categories: Dict[str, bool]
    category_scores: Dict[str, float]


class Moderation(Model):
    id: str
    model: str
    results: List[ModerationResult]


class Response(Model):
    id: str
    object: str
    status: str
    model: str
    output: List[Model]


class ContentBlock(Model):
    type: str
    text: str


class Message(Model):
    id: str
    type: str
    role: str
    model: str
    content: List[ContentBlock]
    stop_reason: Optional[str]
    usage: Model


class StreamEvent(Model):
    type: str


class StoredFile(Model):
    id: str
    object: str
    bytes: int
    filename: str
    purpose: str


class StoredFiles(Model):
    object: str
    data: List[StoredFile]


class Deleted(Model):
    id: str
    deleted: bool


class RenderedPrompt(Model):
    success: bool
    data: Model


class FeedbackReply(Model):
    status: str
    message: str
    feedback_ids: List[Any]
