"""Embeddings, models, moderations and files (synchronous)."""

from typing import Any, Optional

from .. import types
from .._raw import RawAnswer
from .._send import Request, segment
from .resource import Headers, Resource, given


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
        body = given(model=model, input=input, **params)
        return self._transport.json(self._post("/embeddings", body, extra_headers, timeout), types.EmbeddingList)


class Models(Resource):
    def list(self) -> types.ModelRows:
        return self._transport.json(Request("GET", "/models"), types.ModelRows)

    def retrieve(self, model: str) -> types.ModelRow:
        return self._transport.json(Request("GET", f"/models/{segment(model)}"), types.ModelRow)


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
        body = given(model=model, input=input, **params)
        return self._transport.json(self._post("/moderations", body, extra_headers, timeout), types.Moderation)


class Files(Resource):
    def create(self, *, file: Any, purpose: str, **params: Any) -> types.StoredFile:
        form = given(purpose=purpose, **params, file=file)
        return self._transport.json(Request("POST", "/files", form=form), types.StoredFile)

    def list(self, **query: Any) -> types.StoredFiles:
        return self._transport.json(Request("GET", "/files", query=query), types.StoredFiles)

    def retrieve(self, file_id: str) -> types.StoredFile:
        return self._transport.json(Request("GET", f"/files/{segment(file_id)}"), types.StoredFile)

    def content(self, file_id: str) -> RawAnswer:
        return self._transport.raw(Request("GET", f"/files/{segment(file_id)}/content"))

    def delete(self, file_id: str) -> types.Deleted:
        return self._transport.json(Request("DELETE", f"/files/{segment(file_id)}"), types.Deleted)
