"""GENERATED from _resources/media.py: audio and images (async)."""

from typing import Any, Optional

from .. import types
from .._raw import AsyncRawAnswer
from .._async_transport import AsyncTransport
from .resource import Headers, AsyncResource


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
        """Returns the audio as bytes: response.read(), or response.write_to_file(path)."""
        body = {"model": model, "input": input, "voice": voice}
        return await self._transport.raw(self._post("/audio/speech", body, params, extra_headers, timeout))


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
        """file: an open file, bytes, or (name, content). Text formats such as srt return a string."""
        form = {"model": model, "file": file}
        return await self._transport.any(self._post(self._path, form, params, extra_headers, timeout, is_form=True))


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
        body = {"model": model, "prompt": prompt}
        request = self._post("/images/generations", body, params, extra_headers, timeout)
        return await self._transport.json(request, types.ImageList)

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
        form = {"model": model, "prompt": prompt, "image": image}
        request = self._post("/images/edits", form, params, extra_headers, timeout, is_form=True)
        return await self._transport.json(request, types.ImageList)
