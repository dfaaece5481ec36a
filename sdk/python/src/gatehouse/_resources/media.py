"""Audio and images (synchronous)."""

from typing import Any, Optional

from .. import types
from .._raw import RawAnswer
from .._send import Request
from .._transport import Transport
from .resource import Headers, Resource, given


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
        body = given(model=model, input=input, voice=voice, **params)
        return self._transport.raw(self._post("/audio/speech", body, extra_headers, timeout))


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
        form = given(model=model, **params, file=file)
        return self._transport.any(Request("POST", self._path, form=form, extra_headers=extra_headers, timeout=timeout))


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
        body = given(model=model, prompt=prompt, **params)
        return self._transport.json(self._post("/images/generations", body, extra_headers, timeout), types.ImageList)

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
        form = given(model=model, prompt=prompt, **params, image=image)
        request = Request("POST", "/images/edits", form=form, extra_headers=extra_headers, timeout=timeout)
        return self._transport.json(request, types.ImageList)
