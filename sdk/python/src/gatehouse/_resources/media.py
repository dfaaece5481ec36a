"""Audio and images (synchronous)."""

from typing import Any, Optional

from .. import types
from .._raw import RawAnswer
from .._transport import Transport
from .resource import Headers, Resource


class Speech(Resource):
    def create(
        self,
        *,
        input: str,
        voice: str,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> RawAnswer:
        """Returns the audio as bytes: response.read(), or response.write_to_file(path)."""
        body = {"model": model, "input": input, "voice": voice}
        return self._transport.raw(self._post("/audio/speech", body, params, extra_headers, timeout))


class Transcriptions(Resource):
    def __init__(self, transport: Transport, path: str) -> None:
        super().__init__(transport)
        self._path = path

    def create(
        self,
        *,
        file: Any,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> Any:
        """file: an open file, bytes, or (name, content). Text formats such as srt return a string."""
        form = {"model": model, "file": file}
        return self._transport.any(self._post(self._path, form, params, extra_headers, timeout, is_form=True))


class Audio(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.speech = Speech(transport)
        self.transcriptions = Transcriptions(transport, "/audio/transcriptions")
        self.translations = Transcriptions(transport, "/audio/translations")


class Images(Resource):
    def generate(
        self,
        *,
        prompt: str,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.ImageList:
        body = {"model": model, "prompt": prompt}
        request = self._post("/images/generations", body, params, extra_headers, timeout)
        return self._transport.json(request, types.ImageList)

    def edit(
        self,
        *,
        image: Any,
        prompt: str,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.ImageList:
        form = {"model": model, "prompt": prompt, "image": image}
        request = self._post("/images/edits", form, params, extra_headers, timeout, is_form=True)
        return self._transport.json(request, types.ImageList)
