"""Converts options to headers, for this client and others: the official openai and anthropic packages."""

import difflib
import json
import re
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

from ._errors import GatewayError
from ._generated_options import OPTION_HEADERS

_PLAIN = re.compile(r"[\x20-\x7e\t]*")
_FORWARD = OPTION_HEADERS["forward_headers"]


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
    name = option.lower().replace("-", "_")
    known = OPTION_HEADERS.get(name)
    if known is not None:
        return known
    if name == "authorization":
        return name
    if not name.startswith("x_"):
        meant = difflib.get_close_matches(name, OPTION_HEADERS, n=1, cutoff=0.85)
        if meant:
            raise TypeError(f"There is no option {option!r}. Did you mean {meant[0]!r}?")
    return option.replace("_", "-")


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
