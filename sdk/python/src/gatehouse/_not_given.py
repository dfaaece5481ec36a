"""The difference between None and nothing: None takes an option away, nothing leaves it alone."""

from typing import Any, Dict, Mapping


class NotGiven:
    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


def given(named: Mapping[str, Any], more: Mapping[str, Any]) -> Dict[str, Any]:
    """What was said, without what was not."""
    return {name: value for name, value in {**named, **more}.items() if not isinstance(value, NotGiven)}
