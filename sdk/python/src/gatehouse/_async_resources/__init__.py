"""GENERATED from _resources/__init__.py: the endpoints (async)."""

from .._async_transport import AsyncTransport
from .completions import AsyncChat, AsyncCompletions
from .data import AsyncEmbeddings, AsyncFiles, AsyncModels, AsyncModerations
from .formats import AsyncMessages, AsyncResponses
from .media import AsyncAudio, AsyncImages
from .saved import AsyncFeedback, AsyncLogs, AsyncPrompts


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
