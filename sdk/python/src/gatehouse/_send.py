"""Shared by the sync and async transports: building requests and mapping failures."""

import json
import os
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple
from urllib.parse import quote, urlsplit

import httpx

from ._errors import ConnectionFailedError, GatewayError, RequestTimeoutError
from ._headers import apply_layer, option_header

DEFAULT_ADDRESS = "http://127.0.0.1:8787/v1"
_TIMEOUT_SECONDS = 600.0
_CONNECT_SECONDS = 10.0
# The client waits this much longer than the gateway, whose own timeout error has more details.
_GRACE_SECONDS = 2.0


@dataclass
class Layer:
    """Options of a client or a derived client. Never printed, because they contain keys."""

    options: Dict[str, Any] = field(default_factory=dict, repr=False)
    timeout: Optional[float] = None
    max_retries: Optional[int] = None
    headers: Optional[Mapping[str, Optional[str]]] = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for option in self.options:
            option_header(option)


@dataclass
class Request:
    method: str
    path: str
    query: Optional[Mapping[str, Any]] = None
    body: Any = None
    has_body: bool = False
    form: Optional[Mapping[str, Any]] = None
    extra_headers: Optional[Mapping[str, Optional[str]]] = None
    timeout: Optional[float] = None
    # Gateway options of this request. They take precedence over those of the client; None removes one.
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    max_retries: Optional[int] = None


def address_of(base_url: Optional[str]) -> str:
    """Without a trailing slash. A bare host gets /v1; any other path is kept."""
    text = base_url or os.environ.get("GATEWAY_BASE_URL") or DEFAULT_ADDRESS
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise GatewayError(
            f"base_url is not an http or https address: {text[:100]}",
            code="invalid_option",
            param="base_url",
            hint=f"Give the gateway's whole address, such as {DEFAULT_ADDRESS}.",
        )
    host = parts.netloc.rsplit("@", 1)[-1]
    path = parts.path.rstrip("/")
    return f"{parts.scheme}://{host}{path or '/v1'}"


def segment(identifier: str) -> str:
    """Encodes one path segment. Values that would change the path are rejected."""
    if identifier in ("", ".", ".."):
        raise GatewayError(
            f'"{identifier}" is not a valid id.',
            code="invalid_option",
            hint="Pass the id of a saved object.",
        )
    return quote(identifier, safe="@")


class Writer:
    """Builds requests: URL, headers, body, timeouts."""

    def __init__(self, address: str, layers: Sequence[Layer]) -> None:
        self.address = address
        self.layers = list(layers)

    def retries(self, request: Request) -> int:
        if request.max_retries is not None:
            return request.max_retries
        told = [layer.max_retries for layer in self.layers if layer.max_retries is not None]
        return told[-1] if told else 1

    def arguments(self, request: Request) -> Dict[str, Any]:
        headers: Dict[str, str] = {"user-agent": "gatehouse-python"}
        for layer in self.layers:
            apply_layer(headers, layer.options, layer.headers)
        apply_layer(headers, request.options, request.extra_headers)
        path = request.path if request.path.startswith("/") else f"/{request.path}"
        arguments: Dict[str, Any] = {
            "method": request.method,
            "url": self.address + path,
            "headers": headers,
            "timeout": self._timeout(request),
        }
        query = query_of(request.query)
        if query:
            arguments["params"] = query
        if request.form is not None:
            arguments["data"], arguments["files"] = form_of(request.form)
        elif isinstance(request.body, (bytes, bytearray)):
            arguments["content"] = bytes(request.body)
        elif isinstance(request.body, str):
            arguments["content"] = request.body.encode()
            headers.setdefault("content-type", "application/json")
        elif request.has_body or request.body is not None:
            arguments["content"] = json.dumps(request.body, ensure_ascii=False, separators=(",", ":")).encode()
            headers.setdefault("content-type", "application/json")
        return arguments

    def _timeout(self, request: Request) -> httpx.Timeout:
        told = [layer.timeout for layer in self.layers if layer.timeout is not None]
        seconds = request.timeout if request.timeout is not None else (told[-1] if told else None)
        if seconds is None:
            limits = [options.get("request_timeout") for options in [*(one.options for one in self.layers), request.options]]
            attempt = next((limit for limit in reversed(limits) if limit is not None), 0)
            seconds = max(_TIMEOUT_SECONDS, float(attempt) / 1000 + _GRACE_SECONDS)
        return httpx.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS))


def query_of(query: Optional[Mapping[str, Any]]) -> Dict[str, str]:
    """Lists are joined with commas, mappings are JSON; absent values are omitted."""
    return {name: _query_text(value) for name, value in (query or {}).items() if value is not None}


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return json.dumps(value) if isinstance(value, dict) else str(value)


def form_of(fields: Mapping[str, Any]) -> Tuple[Dict[str, Any], List[Tuple[str, Any]]]:
    """Fields and files of a form. Files: bytes, an open file, or (name, content[, type])."""
    data: Dict[str, Any] = {}
    files: List[Tuple[str, Any]] = []
    for name, value in fields.items():
        if value is None:
            continue
        if _is_file(value):
            files.append((name, _named(value)))
        elif isinstance(value, list):
            for item in value:
                if _is_file(item):
                    files.append((f"{name}[]", _named(item)))
                else:
                    data.setdefault(f"{name}[]", []).append(_field_text(item))
        else:
            data[name] = _field_text(value)
    return data, files


def _is_file(value: Any) -> bool:
    return isinstance(value, (bytes, bytearray, tuple)) or hasattr(value, "read")


def _named(value: Any) -> Any:
    if isinstance(value, tuple):
        return value
    if isinstance(value, (bytes, bytearray)):
        return ("file", bytes(value))
    return (os.path.basename(str(getattr(value, "name", "file"))), value)


def _field_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, (dict, list)) else str(value)


def failure_of(error: Exception, address: str) -> GatewayError:
    """The error for a missing or incomplete response."""
    if isinstance(error, GatewayError):
        return error
    if isinstance(error, httpx.TimeoutException) and not isinstance(error, httpx.ConnectTimeout):
        return RequestTimeoutError(
            f"{address} did not respond in time.",
            code="client_timeout",
            hint="Raise timeout, or give the gateway a request_timeout so that it can try another target.",
        )
    return ConnectionFailedError(
        f"The connection to {address} failed: {error or type(error).__name__}",
        code="connection_failed",
        hint="Is the gateway running there? Set base_url or GATEWAY_BASE_URL to its address, which ends with /v1.",
    )


def texts(variables: Optional[Mapping[str, Any]]) -> Dict[str, str]:
    """Values of variables are strings; other values are sent as JSON text."""
    return {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in (variables or {}).items()
    }


def names_of(layers: Iterable[Layer]) -> List[str]:
    """Names of the options that are set, without their values."""
    return sorted({name for layer in layers for name, value in layer.options.items() if value is not None})
