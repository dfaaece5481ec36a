"""Responses: dictionaries whose members are also attributes, with the gateway's metadata."""

import difflib
import json
from functools import lru_cache
from typing import Any, Dict, List, Mapping, Optional, Type, TypeVar, get_args, get_type_hints

from ._metadata import GatewayMetadata


class Model(Dict[str, Any]):
    """answer.choices[0].message.content and answer["choices"][0]["message"]["content"] are the same.

    A declared field that the response does not have is None. Members with the name of a dict method (items, keys,
    values, get) are accessed as answer["keys"].
    """

    gateway: GatewayMetadata

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            pass
        declared = fields_of(type(self))
        if name in declared:
            return None
        known = [*map(str, self), *(field for field in declared if field not in self)]
        nearest = difflib.get_close_matches(name, known, n=1)
        more = f"Did you mean {nearest[0]!r}?" if nearest else f"It has {', '.join(known) or 'no members'}."
        raise AttributeError(f"The response has no member {name!r}. {more}")

    def to_json(self) -> str:
        return json.dumps(self, ensure_ascii=False)


class ModelList(List[Any]):
    """A response that is a list."""

    gateway: GatewayMetadata


M = TypeVar("M", bound=Model)


@lru_cache(maxsize=None)
def fields_of(kind: Type[Model]) -> Mapping[str, Optional[Type[Model]]]:
    """The declared fields of a type; with the type of the models inside, if there are any."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _model_in(hint) for name, hint in hints.items() if name != "gateway"}


def _model_in(hint: Any) -> Optional[Type[Model]]:
    if isinstance(hint, type) and issubclass(hint, Model):
        return hint
    return next((found for found in map(_model_in, get_args(hint)) if found is not None), None)


def parse(text: str) -> Any:
    """Parses JSON; objects become Model instances."""
    return json.loads(text, object_hook=Model)


def typed(value: Any, kind: Type[Model]) -> Any:
    """Gives parsed models, and the models inside them, their declared types. Changes them in place."""
    if isinstance(value, list):
        for item in value:
            typed(item, kind)
    elif isinstance(value, Model):
        value.__class__ = kind
        for name, inside in fields_of(kind).items():
            if inside is not None and name in value:
                typed(value[name], inside)
    return value


def with_metadata(value: Any, kind: Type[M], gateway: GatewayMetadata) -> Any:
    if isinstance(value, Model):
        typed(value, kind).__dict__["gateway"] = gateway
        return value
    if isinstance(value, list):
        listed = ModelList(value)
        listed.gateway = gateway
        return listed
    return value
