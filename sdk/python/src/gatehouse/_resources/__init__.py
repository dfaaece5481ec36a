"""The endpoints (synchronous)."""

from .._transport import Transport
from .completions import Chat, Completions
from .data import Embeddings, Files, Models, Moderations
from .formats import Messages, Responses
from .media import Audio, Images
from .saved import Feedback, Logs, Prompts


class Resources:
    """Every endpoint of a client."""

    def __init__(self, transport: Transport) -> None:
        self.chat = Chat(transport)
        self.completions = Completions(transport)
        self.messages = Messages(transport)
        self.responses = Responses(transport)
        self.embeddings = Embeddings(transport)
        self.audio = Audio(transport)
        self.images = Images(transport)
        self.models = Models(transport)
        self.moderations = Moderations(transport)
        self.files = Files(transport)
        self.prompts = Prompts(transport)
        self.feedback = Feedback(transport)
        self.logs = Logs(transport)
