"""Parses server-sent events from arbitrarily split text."""

import re
from typing import List, NamedTuple, Optional

_BREAK = re.compile(r"\r\n|\n|\r(?!\Z)")


class ServerEvent(NamedTuple):
    event: Optional[str]
    data: str


class EventReader:
    def __init__(self) -> None:
        self._rest = ""
        self._event: Optional[str] = None
        self._data: List[str] = []
        self._is_first = True

    def take(self, text: str) -> List[ServerEvent]:
        """Adds text and returns the events that became complete."""
        if self._is_first and text:
            text = text.lstrip("\ufeff")
            self._is_first = False
        # A trailing carriage return may be the first half of a CRLF.
        lines = _BREAK.split(self._rest + text)
        self._rest = lines.pop()
        events: List[ServerEvent] = []
        for line in lines:
            self._line(line, events)
        return events

    def end(self) -> List[ServerEvent]:
        """Flushes an unfinished last line."""
        events = self.take("\n" if self._rest else "")
        self._line("", events)
        return events

    def _line(self, line: str, events: List[ServerEvent]) -> None:
        if line == "":
            if self._data:
                events.append(ServerEvent(self._event, "\n".join(self._data)))
            self._event, self._data = None, []
            return
        field, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._event = value
