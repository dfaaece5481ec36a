"""Response types. A declared field that is absent is None; fields added by a provider are available too."""

from typing import Annotated, Any, Dict, List, Optional

from ._model import Model


class PromptTokensDetails(Model):
    cached_tokens: Optional[int]
    audio_tokens: Optional[int]


class CompletionTokensDetails(Model):
    reasoning_tokens: Optional[int]
    audio_tokens: Optional[int]
    accepted_prediction_tokens: Optional[int]
    rejected_prediction_tokens: Optional[int]


class Usage(Model):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    prompt_tokens_details: Optional[PromptTokensDetails]
    completion_tokens_details: Optional[CompletionTokensDetails]


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
    refusal: Optional[str]
    reasoning_content: Optional[str]
    tool_calls: Optional[List[ToolCall]]
    function_call: Optional[FunctionCall]
    annotations: Optional[List[Model]]
    audio: Optional[Model]


class ChatChoice(Model):
    index: int
    message: ChatMessage
    finish_reason: Optional[str]
    logprobs: Optional[Model]


class ChatCompletion(Model):
    id: str
    object: str
    created: int
    model: str
    choices: List[ChatChoice]
    usage: Usage
    service_tier: Optional[str]
    system_fingerprint: Optional[str]


class FunctionCallDelta(Model):
    name: Optional[str]
    arguments: Optional[str]


class ToolCallDelta(Model):
    index: int
    id: Optional[str]
    type: Optional[str]
    function: Optional[FunctionCallDelta]


class ChatDelta(Model):
    role: Optional[str]
    content: Optional[str]
    refusal: Optional[str]
    reasoning_content: Optional[str]
    tool_calls: Optional[List[ToolCallDelta]]
    function_call: Optional[FunctionCallDelta]


class ChatChunkChoice(Model):
    index: int
    delta: ChatDelta
    finish_reason: Optional[str]
    logprobs: Optional[Model]


class ChatChunk(Model):
    id: str
    object: str
    created: int
    model: str
    choices: List[ChatChunkChoice]
    usage: Optional[Usage]
    service_tier: Optional[str]
    system_fingerprint: Optional[str]


class CompletionChoice(Model):
    index: int
    text: str
    finish_reason: Optional[str]
    logprobs: Optional[Model]


class Completion(Model):
    id: str
    object: str
    created: int
    model: str
    choices: List[CompletionChoice]
    usage: Usage
    system_fingerprint: Optional[str]


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
    url: Optional[str]
    b64_json: Optional[str]
    revised_prompt: Optional[str]


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


class ResponsePart(Model):
    type: str
    text: Optional[str]
    refusal: Optional[str]
    annotations: Optional[List[Model]]


class ResponseItem(Model):
    type: str
    id: Optional[str]
    status: Optional[str]
    role: Optional[str]
    content: Optional[List[ResponsePart]]
    summary: Optional[List[Model]]
    call_id: Optional[str]
    name: Optional[str]
    arguments: Optional[str]


class Response(Model):
    id: str
    object: str
    status: str
    model: str
    output: List[ResponseItem]
    usage: Optional[Model]
    error: Optional[Model]
    incomplete_details: Optional[Model]
    previous_response_id: Optional[str]


class ContentBlock(Model):
    type: str
    text: Optional[str]
    thinking: Optional[str]
    id: Optional[str]
    name: Optional[str]
    input: Optional[Model]


class Message(Model):
    id: str
    type: str
    role: str
    model: str
    content: List[ContentBlock]
    stop_reason: Optional[str]
    stop_sequence: Optional[str]
    usage: Model


class StreamDelta(Model):
    type: Optional[str]
    text: Optional[str]
    thinking: Optional[str]
    partial_json: Optional[str]
    stop_reason: Optional[str]
    stop_sequence: Optional[str]


class StreamEvent(Model):
    """delta is a string in the Responses format, and a StreamDelta in the Messages format."""

    type: str
    index: Optional[int]
    delta: Annotated[Any, StreamDelta]
    message: Optional[Message]
    content_block: Optional[ContentBlock]
    usage: Optional[Model]
    response: Optional[Response]
    item: Optional[ResponseItem]
    output_index: Optional[int]
    content_index: Optional[int]


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
