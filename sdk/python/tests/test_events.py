"""Events are the same however the text is cut; completions add up."""

import itertools
from typing import List

from gatehouse._accumulate import ChatAccumulator
from gatehouse._sse import EventReader, ServerEvent

TEXT = "\ufeff: a comment\nevent: first\ndata: {}\n\ndata: two\r\ndata:lines\r\n\r\nid: 7\rdata:  spaced\r\revent: last\ndata: [DONE]"
EVENTS = [
    ServerEvent("first", "{}"),
    ServerEvent(None, "two\nlines"),
    ServerEvent(None, " spaced"),
    ServerEvent("last", "[DONE]"),
]


def read(pieces: List[str]) -> List[ServerEvent]:
    reader = EventReader()
    events = [event for piece in pieces for event in reader.take(piece)]
    return events + reader.end()


def test_events_however_the_text_is_cut() -> None:
    assert read(list(TEXT)) == EVENTS
    for one, other in itertools.combinations(range(len(TEXT)), 2):
        assert read([TEXT[:one], TEXT[one:other], TEXT[other:]]) == EVENTS


def test_function_calls_of_the_responses_format() -> None:
    total = ChatAccumulator()
    item = {"type": "function_call", "call_id": "call_1", "name": "weather"}
    for event in (
        {"type": "response.output_text.delta", "delta": "Let me see."},
        {"type": "response.output_item.added", "output_index": 1, "item": item},
        {"type": "response.function_call_arguments.delta", "output_index": 1, "delta": '{"city":'},
        {"type": "response.function_call_arguments.delta", "output_index": 1, "delta": '"Oslo"}'},
        {"type": "response.completed", "response": {"usage": {"total_tokens": 9}}},
    ):
        total.add(event)
    message = total.message()
    assert (message.content, message.finish_reason, message.usage) == ("Let me see.", "completed", {"total_tokens": 9})
    assert message.tool_calls[0].function == {"name": "weather", "arguments": '{"city":"Oslo"}'}
