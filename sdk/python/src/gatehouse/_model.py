"""Responses: dictionaries whose members are also attributes, with the gateway's metadata."""

import json
from typing import Any, Dict, List, Type, TypeVar

from ._metadata import GatewayMetadata


class Model(Dict[str, Any]):
    """answer.choices[0].message.content and answer["choices"][0]["message"]["content"] are the same.

    Members with the name of a dict method (items, keys, values, get) are accessed as answer["keys"].
    """

    gateway: GatewayMetadata

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"The answer has no member {name!r}; it has {', '.join(map(str, self))}.") from None

    def to_json(self) -> str:
        return json.dumps(self, ensure_ascii=False)


class ModelList(List[Any]):
    """A response that is a list."""

    gateway: GatewayMetadata


M = TypeVar("M", bound=Model)


def parse(text: str) -> Any:
    """Parses JSON; objects become Model instances."""
    return json.loads(text, object_hook=Model)


def with_metadata(value: Any, kind: Type[M], gateway: GatewayMetadata) -> Any:
    if isinstance(value, dict):
        model = kind(value)
        model.__dict__["gateway"] = gateway
        return model
    if isinstance(value, list):
        listed = ModelList(value)
        listed.gateway = gateway
        return listed
    return value
