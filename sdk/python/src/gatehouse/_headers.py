"""Converts options to headers, for this client and others: the official openai and anthropic packages."""

import difflib
import json
import re
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

from ._errors import GatewayError
from ._generated_options import OPTION_HEADERS

_PLAIN = re.compile(r"[\x20-\x7e\t]*")
_FORWARD = OPTION_HEADERS["forward_headers"]
# Options of the client that are not sent to the gateway.
_CLIENT_OPTIONS = ("base_url", "http_client", "timeout", "max_retries", "headers", "authorization")


def create_headers(**options: Any) -> Dict[str, str]:
    """Headers for another client.

    OpenAI(base_url=..., api_key="unused", default_headers=create_headers(api_key="...", virtual_key="openai-main"))

    None is left out; 0 and False are values. X_My_Custom_Header becomes X-My-Custom-Header.
    """
    headers: Dict[str, str] = {}
    for option, value in options.items():
        if value is None:
            continue
        header = option_header(option)
        headers[header] = _text_of(option, header, value)
    return headers


def option_header(option: str) -> str:
    """The header of an option: a known one, or a custom one."""
    known = _known_header(option)
    if known is not None:
        return known
    if _is_custom(option):
        return option.replace("_", "-")
    nearest = difflib.get_close_matches(_normal(option), [*OPTION_HEADERS, *_CLIENT_OPTIONS], n=1)
    more = f"Did you mean {nearest[0]!r}?" if nearest else "See the list of options in the README."
    raise TypeError(f"There is no option {option!r}. {more} Custom headers begin with X_, or go into headers={{...}}.")


def is_option(name: str) -> bool:
    """Whether a name is sent as a header: a known option, or a custom header."""
    return _known_header(name) is not None or _is_custom(name)


def _known_header(option: str) -> Optional[str]:
    name = _normal(option)
    return name if name == "authorization" else OPTION_HEADERS.get(name)


def _is_custom(option: str) -> bool:
    return _normal(option).startswith("x_")


def _normal(option: str) -> str:
    return option.lower().replace("-", "_")


def _text_of(option: str, header: str, value: Any) -> str:
    if header == _FORWARD and isinstance(value, (str, list, tuple, set, frozenset)):
        text = json.dumps(_names(value))
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, (Mapping, list, tuple)):
        text = json.dumps(value, separators=(",", ":"), default=dict)
    else:
        text = str(value)
    if not _PLAIN.fullmatch(text):
        # The value may be a secret: the message names only the option.
        raise GatewayError(
            f"The option {option} has characters that a header cannot carry.",
            code="invalid_option",
            param=option,
            hint="Use printable ASCII without line breaks. Mappings such as metadata and config may hold any text.",
        )
    return f"Bearer {text}" if header == "authorization" and " " not in text else text


def _names(value: Union[str, Iterable[str]]) -> List[str]:
    """Callers list options in their spelling, such as X_My_Header; converts them to header names."""
    listed = [name.strip() for name in value.split(",")] if isinstance(value, str) else list(value)
    return [name if "-" in name else name.replace("_", "-") for name in listed]


def apply_layer(headers: Dict[str, str], options: Mapping[str, Any], own: Optional[Mapping[str, Optional[str]]]) -> None:
    """Later options override earlier ones; None removes one. Header names are case-insensitive."""
    for option, value in options.items():
        if value is None:
            headers.pop(option_header(option).lower(), None)
    for name, value in create_headers(**options).items():
        headers[name.lower()] = value
    for name, text in (own or {}).items():
        if text is None:
            headers.pop(name.lower(), None)
        else:
            headers[name.lower()] = text
