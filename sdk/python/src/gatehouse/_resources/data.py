"""Embeddings, models, moderations and files (synchronous)."""

from typing import Any, Optional

from .. import types
from .._raw import RawAnswer
from .._send import segment
from .resource import Headers, Resource


class Embeddings(Resource):
    def create(
        self,
        *,
        input: Any,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.EmbeddingList:
        request = self._post("/embeddings", {"model": model, "input": input}, params, extra_headers, timeout)
        return self._transport.json(request, types.EmbeddingList)


class Models(Resource):
    def list(self, **options: Any) -> types.ModelRows:
        return self._transport.json(self._plain("GET", "/models", options), types.ModelRows)

    def retrieve(self, model: str, **options: Any) -> types.ModelRow:
        return self._transport.json(self._plain("GET", f"/models/{segment(model)}", options), types.ModelRow)


class Moderations(Resource):
    def create(
        self,
        *,
        input: Any,
        model: Optional[str] = None,
        extra_headers: Headers = None,
        timeout: Optional[float] = None,
        **params: Any,
    ) -> types.Moderation:
        request = self._post("/moderations", {"model": model, "input": input}, params, extra_headers, timeout)
        return self._transport.json(request, types.Moderation)


class Files(Resource):
    def create(
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
        return self._transport.json(request, types.StoredFile)

    def list(
        self,
        *,
        purpose: Optional[str] = None,
        limit: Optional[int] = None,
        order: Optional[str] = None,
        after: Optional[str] = None,
        **options: Any,
    ) -> types.StoredFiles:
        query = {"purpose": purpose, "limit": limit, "order": order, "after": after}
        return self._transport.json(self._plain("GET", "/files", options, query), types.StoredFiles)

    def retrieve(self, file_id: str, **options: Any) -> types.StoredFile:
        return self._transport.json(self._plain("GET", f"/files/{segment(file_id)}", options), types.StoredFile)

    def content(self, file_id: str, **options: Any) -> RawAnswer:
        return self._transport.raw(self._plain("GET", f"/files/{segment(file_id)}/content", options))

    def delete(self, file_id: str, **options: Any) -> types.Deleted:
        return self._transport.json(self._plain("DELETE", f"/files/{segment(file_id)}", options), types.Deleted)
