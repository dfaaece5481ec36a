"""Error classes: the class states what happened, source states who reported it."""

import json
import time
from email.utils import parsedate_to_datetime
from typing import Any, Dict, List, Mapping, Optional, Type
from urllib.parse import urljoin

from ._metadata import read_metadata


class GatewayError(Exception):
    """Any failed call. str() returns the message, the hint and the documentation link."""

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        type: Optional[str] = None,
        param: Optional[str] = None,
        hint: Optional[str] = None,
        doc_url: Optional[str] = None,
        details: Optional[List[Any]] = None,
        source: str = "client",
        status: Optional[int] = None,
        trace_id: Optional[str] = None,
        request_id: Optional[str] = None,
        provider: Optional[str] = None,
        attempts: Optional[int] = None,
        retry_after: Optional[float] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        """Machine-readable code, such as config_invalid."""
        self.type = type
        self.param = param
        """The invalid header, parameter or path in the body."""
        self.hint = hint
        """How to fix it."""
        self.doc_url = doc_url
        self.details = details or []
        """All problems, if there is more than one."""
        self.source = source
        """gateway: it rejected the request. provider: its response, unchanged. client: no response was received."""
        self.status = status
        self.trace_id = trace_id
        """Identifies the request in the logs."""
        self.request_id = request_id
        self.provider = provider
        self.attempts = attempts
        self.retry_after = retry_after
        """Seconds to wait before a retry, if the response specified it."""
        self.body = body
        self.partial_text = ""
        """The text received before a stream failed."""

    def __str__(self) -> str:
        more = [f"More: {self.doc_url}"] if self.doc_url else []
        trace = [f"Trace: {self.trace_id}"] if self.trace_id else []
        return "\n".join([self.message, *([self.hint] if self.hint else []), *more, *trace])


class BadRequestError(GatewayError):
    """400"""


class ConfigError(BadRequestError):
    """400: the config is invalid or refers to something unknown."""


class AuthenticationError(GatewayError):
    """401"""


class PermissionDeniedError(GatewayError):
    """403"""


class NotFoundError(GatewayError):
    """404"""


class ConflictError(GatewayError):
    """409"""


class BudgetExceededError(GatewayError):
    """412: a budget is exhausted."""


class RateLimitError(GatewayError):
    """429 from the gateway or the provider."""


class CircuitOpenError(GatewayError):
    """503: the circuits of all targets are open; see retry_after."""


class RequestTimeoutError(GatewayError):
    """408 or 504, or this client's own timeout."""


class ProviderError(GatewayError):
    """The provider failed, or returned a status without a class of its own."""


class ConnectionFailedError(GatewayError):
    """No response: connection refused or broken."""


_BY_STATUS: Dict[int, Type[GatewayError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    408: RequestTimeoutError,
    409: ConflictError,
    429: RateLimitError,
    504: RequestTimeoutError,
}

_BY_TYPE = {
    "rate_limit_error": 429,
    "overloaded_error": 529,
    "timeout_error": 408,
    "authentication_error": 401,
    "permission_error": 403,
}


def read_error(status: int, headers: Mapping[str, str], text: str, address: str) -> GatewayError:
    """Maps an error response to its error class."""
    gateway = read_metadata(status, headers)
    if gateway.trace_id is None:
        return GatewayError(
            f"{address} returned {status}, but not in the format of a Gatehouse gateway.",
            code="not_a_gateway",
            hint="Check base_url (or GATEWAY_BASE_URL): it is the address of the gateway and ends with /v1.",
            status=status,
            body=text[:1000],
        )
    is_ours = headers.get("x-gateway-error-source") == "gateway"
    return error_of(
        _parse(text),
        "gateway" if is_ours else "provider",
        status,
        address,
        trace_id=gateway.trace_id,
        request_id=gateway.request_id,
        provider=gateway.provider,
        attempts=gateway.attempts,
        retry_after=read_retry_after(headers),
    )


def error_inside(chunk: Any, address: str, **answer: Any) -> GatewayError:
    """An error inside a stream, with the status it would have had before the stream started."""
    inner = chunk.get("error") if isinstance(chunk, dict) else None
    error = inner if isinstance(inner, dict) else chunk if isinstance(chunk, dict) else {}
    source = "gateway" if "trace_id" in error else "provider"
    return error_of(chunk, source, _BY_TYPE.get(str(error.get("type")), 502), address, **answer)


def error_of(body: Any, source: str, status: int, address: str, **answer: Any) -> GatewayError:
    inner = body.get("error") if isinstance(body, dict) else None
    own: Mapping[str, Any] = inner if isinstance(inner, dict) else body if isinstance(body, dict) else {}
    message = _text(own.get("message")) or _text(inner) or _shortened(body) or "no message"
    code = _text(own.get("code"))
    doc_url = _text(own.get("doc_url"))
    details = own.get("details")
    who = f"{answer.get('provider') or 'The provider'} returned {status}: " if source == "provider" else ""
    return _class_of(source, status, code)(
        who + message,
        code=code,
        type=_text(own.get("type")),
        param=_text(own.get("param")),
        hint=_text(own.get("hint")),
        doc_url=urljoin(address, doc_url) if doc_url else None,
        details=details if isinstance(details, list) else None,
        source=source,
        status=status,
        body=body,
        **answer,
    )


def read_retry_after(headers: Mapping[str, str]) -> Optional[float]:
    try:
        exact = headers.get("retry-after-ms")
        if exact is not None:
            return float(exact) / 1000
        text = headers.get("retry-after")
        if text is None:
            return None
        if text.replace(".", "", 1).isdigit():
            return float(text)
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _class_of(source: str, status: int, code: Optional[str]) -> Type[GatewayError]:
    if source == "gateway":
        if code == "circuit_open":
            return CircuitOpenError
        if status == 412:
            return BudgetExceededError
        if status == 400 and code is not None and code.startswith("config_"):
            return ConfigError
        return _BY_STATUS.get(status, GatewayError)
    return _BY_STATUS.get(status, ProviderError)


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _text(value: Any) -> Optional[str]:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return str(value)
    return value if isinstance(value, str) and value else None


def _shortened(body: Any) -> str:
    return (body if isinstance(body, str) else json.dumps(body))[:500]
