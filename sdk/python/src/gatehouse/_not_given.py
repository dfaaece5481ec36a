"""Distinguishes None from an absent argument: None removes an option, an absent one leaves it unchanged."""

from typing import Any, Dict, Mapping


class NotGiven:
    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


def given(named: Mapping[str, Any], more: Mapping[str, Any]) -> Dict[str, Any]:
    """Drops the arguments that were not given."""
    return {name: value for name, value in {**named, **more}.items() if not isinstance(value, NotGiven)}
