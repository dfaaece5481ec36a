"""Sends requests and reads responses (synchronous)."""

import re
import time
from typing import Any, Optional, Sequence, Type, TypeVar

import httpx

from ._errors import GatewayError, read_error
from ._metadata import read_metadata
from ._model import Model, parse, with_metadata
from ._raw import RawAnswer
from ._send import Layer, Request, Writer, failure_of
from ._stream import Stream

M = TypeVar("M", bound=Model)

RETRY_PAUSE_SECONDS = 0.2
_JSON = re.compile(r"application/([\w.+-]+\+)?json\b", re.I)
_TEXT = re.compile(r"text/(?!event-stream)", re.I)


class Transport:
    def __init__(self, address: str, layers: Sequence[Layer], client: Optional[httpx.Client]) -> None:
        self.writer = Writer(address, layers)
        self.client = client or httpx.Client(follow_redirects=False)

    def derive(self, layer: Layer) -> "Transport":
        return Transport(self.writer.address, [*self.writer.layers, layer], self.client)

    def send(self, request: Request) -> httpx.Response:
        """Returns a success response with an unread body."""
        retries = self.writer.retries(request)
        while True:
            try:
                sent = self.client.build_request(**self.writer.arguments(request))
                response = self.client.send(sent, stream=True)
            except httpx.TransportError as error:
                if retries <= 0 or has_waited(error):
                    raise failure_of(error, self.writer.address) from error
            else:
                if response.is_success:
                    return response
                if retries <= 0 or response.headers.get("x-should-retry") != "true":
                    raise self._refusal(response)
                response.close()
            retries -= 1
            time.sleep(RETRY_PAUSE_SECONDS)

    def json(self, request: Request, kind: Type[M]) -> M:
        response = self.send(request)
        return read_json(self._read(response), response, kind)  # type: ignore[no-any-return]

    def stream(self, request: Request, kind: Type[Model] = Model) -> Stream[Any]:
        response = self.send(request)
        if not is_event_stream(response):
            response.close()
            raise not_a_stream(response)
        return Stream(response, self.writer.address, kind)

    def raw(self, request: Request) -> RawAnswer:
        return RawAnswer(self.send(request), self.writer.address)

    def any(self, request: Request) -> Any:
        """JSON, text or bytes, by content type."""
        response = self.send(request)
        kind = kind_of(response)
        if kind == "json":
            return read_json(self._read(response), response, Model)
        if kind == "text":
            return self._read(response)
        return RawAnswer(response, self.writer.address)

    def _read(self, response: httpx.Response) -> str:
        try:
            response.read()
            return response.text
        except httpx.HTTPError as error:
            raise failure_of(error, self.writer.address) from error
        finally:
            response.close()

    def _refusal(self, response: httpx.Response) -> GatewayError:
        try:
            response.read()
            text = response.text
        except httpx.HTTPError:
            text = ""
        finally:
            response.close()
        return read_error(response.status_code, response.headers, text, self.writer.address)


def is_event_stream(response: httpx.Response) -> bool:
    return str(response.headers.get("content-type", "")).lower().startswith("text/event-stream")


def not_a_stream(response: httpx.Response) -> GatewayError:
    gateway = read_metadata(response.status_code, response.headers)
    return GatewayError(
        f"Expected a stream, but the response has the content type {response.headers.get('content-type', 'none')}.",
        code="not_a_stream",
        hint="Omit stream for this endpoint.",
        source="provider",
        status=response.status_code,
        trace_id=gateway.trace_id,
        request_id=gateway.request_id,
        provider=gateway.provider,
    )


def kind_of(response: httpx.Response) -> str:
    content_type = response.headers.get("content-type", "")
    if _JSON.match(content_type):
        return "json"
    return "text" if _TEXT.match(content_type) or response.status_code == 204 else "raw"


def read_json(text: str, response: httpx.Response, kind: Type[M]) -> Any:
    gateway = read_metadata(response.status_code, response.headers)
    if text == "":
        return None
    try:
        value = parse(text)
    except ValueError as error:
        raise GatewayError(
            f"The response is not JSON: {text[:200]}",
            code="invalid_answer",
            source="provider",
            status=response.status_code,
            trace_id=gateway.trace_id,
            request_id=gateway.request_id,
            provider=gateway.provider,
        ) from error
    return with_metadata(value, kind, gateway)


def has_waited(error: httpx.TransportError) -> bool:
    """Whether the whole timeout has elapsed; then there is no retry."""
    return isinstance(error, httpx.TimeoutException) and not isinstance(error, httpx.ConnectTimeout)
