"""Converts an admin API operation to a request."""

import re
import uuid
from dataclasses import dataclass
from typing import Any, Mapping, Sequence

from ._async_transport import AsyncTransport
from ._model import Model
from ._not_given import given
from ._raw import AsyncRawAnswer, RawAnswer
from ._send import Request, segment
from ._stream import AsyncStream, Stream
from ._transport import Transport


@dataclass
class AdminCall:
    method: str
    path: str
    values: Sequence[str]
    query: Mapping[str, Any]
    body: Any
    extra: Mapping[str, Any]
    has_body: bool
    is_repeatable: bool

    def request(self) -> Request:
        values = iter(self.values)
        path = re.sub(r"\{[^}]+\}", lambda _: segment(next(values)), self.path)
        # Creating calls send an idempotency key, so that a retry creates only one object.
        headers = {"idempotency-key": str(uuid.uuid4())} if self.is_repeatable else None
        query = given(self.query, {} if self.has_body else self.extra)
        body = given(self.body, self.extra) if isinstance(self.body, dict) and self.has_body else self.body
        return Request(self.method, path, query=query, body=body, has_body=self.has_body, extra_headers=headers)


class AdminSend:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def json(self, call: AdminCall) -> Model:
        return self._transport.json(call.request(), Model)

    def stream(self, call: AdminCall) -> Stream[Model]:
        return self._transport.stream(call.request())

    def raw(self, call: AdminCall) -> RawAnswer:
        return self._transport.raw(call.request())


class AsyncAdminSend:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def json(self, call: AdminCall) -> Model:
        return await self._transport.json(call.request(), Model)

    async def stream(self, call: AdminCall) -> AsyncStream[Model]:
        return await self._transport.stream(call.request())

    async def raw(self, call: AdminCall) -> AsyncRawAnswer:
        return await self._transport.raw(call.request())
