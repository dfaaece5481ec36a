"""GENERATED from _resources/data.py: embeddings, models, moderations and files (async)."""

from typing import Any, Optional

from .. import types
from .._raw import AsyncRawAnswer
from .._send import Request, segment
from .resource import Headers, AsyncResource, given


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
        body = given(model=model, input=input, **params)
        return await self._transport.json(self._post("/embeddings", body, extra_headers, timeout), types.EmbeddingList)


class AsyncModels(AsyncResource):
    async def list(self) -> types.ModelRows:
        return await self._transport.json(Request("GET", "/models"), types.ModelRows)

    async def retrieve(self, model: str) -> types.ModelRow:
        return await self._transport.json(Request("GET", f"/models/{segment(model)}"), types.ModelRow)


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
        body = given(model=model, input=input, **params)
        return await self._transport.json(self._post("/moderations", body, extra_headers, timeout), types.Moderation)


class AsyncFiles(AsyncResource):
    async def create(self, *, file: Any, purpose: str, **params: Any) -> types.StoredFile:
        form = given(purpose=purpose, **params, file=file)
        return await self._transport.json(Request("POST", "/files", form=form), types.StoredFile)

    async def list(self, **query: Any) -> types.StoredFiles:
        return await self._transport.json(Request("GET", "/files", query=query), types.StoredFiles)

    async def retrieve(self, file_id: str) -> types.StoredFile:
        return await self._transport.json(Request("GET", f"/files/{segment(file_id)}"), types.StoredFile)

    async def content(self, file_id: str) -> AsyncRawAnswer:
        return await self._transport.raw(Request("GET", f"/files/{segment(file_id)}/content"))

    async def delete(self, file_id: str) -> types.Deleted:
        return await self._transport.json(Request("DELETE", f"/files/{segment(file_id)}"), types.Deleted)
