"""GENERATED from _resources/data.py: embeddings, models, moderations and files (async)."""

from typing import Any, Optional

from .. import types
from .._raw import AsyncRawAnswer
from .._send import segment
from .resource import Headers, AsyncResource


class AsyncEmbeddings(AsyncResource):
    async def create(
        self,
        *,
        input: Any,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.EmbeddingList:
        request = self._post("/embeddings", {"model": model, "input": input}, params, extra_headers, timeout)
        return await self._transport.json(request, types.EmbeddingList)


class AsyncModels(AsyncResource):
    async def list(self, **options: Any) -> types.ModelRows:
        return await self._transport.json(self._plain("GET", "/models", options), types.ModelRows)

    async def retrieve(self, model: str, **options: Any) -> types.ModelRow:
        return await self._transport.json(self._plain("GET", f"/models/{segment(model)}", options), types.ModelRow)


class AsyncModerations(AsyncResource):
    async def create(
        self,
        *,
        input: Any,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.Moderation:
        request = self._post("/moderations", {"model": model, "input": input}, params, extra_headers, timeout)
        return await self._transport.json(request, types.Moderation)


class AsyncFiles(AsyncResource):
    async def create(
        self,
        *,
        file: Any,
        purpose: str,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.StoredFile:
        form = {"purpose": purpose, "file": file}
        request = self._post("/files", form, params, extra_headers, timeout, is_form=True)
        return await self._transport.json(request, types.StoredFile)

    async def list(
        self,
        *,
        purpose: Optional[str] = None,
        limit: Optional[int] = None,
        order: Optional[str] = None,
        after: Optional[str] = None,
        **options: Any,
    ) -> types.StoredFiles:
        query = {"purpose": purpose, "limit": limit, "order": order, "after": after}
        return await self._transport.json(self._plain("GET", "/files", options, query), types.StoredFiles)

    async def retrieve(self, file_id: str, **options: Any) -> types.StoredFile:
        return await self._transport.json(self._plain("GET", f"/files/{segment(file_id)}", options), types.StoredFile)

    async def content(self, file_id: str, **options: Any) -> AsyncRawAnswer:
        return await self._transport.raw(self._plain("GET", f"/files/{segment(file_id)}/content", options))

    async def delete(self, file_id: str, **options: Any) -> types.Deleted:
        return await self._transport.json(self._plain("DELETE", f"/files/{segment(file_id)}", options), types.Deleted)
