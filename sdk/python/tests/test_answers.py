"""Every resource against a running gateway, sync."""

import io
import json
import time
from typing import Any

import pytest

from conftest import MESSAGES, SAID, Upstream, reply
from gatehouse import Gatehouse, NotFoundError
from gatehouse.admin import GatehouseAdmin


def test_a_chat_completion_with_what_the_gateway_says_beside(gatehouse: Gatehouse) -> None:
    answer = gatehouse.with_options(trace_id="order-17").chat.completions.create(model="mock", messages=MESSAGES)
    assert answer.choices[0].message.content == SAID
    assert answer["choices"][0]["message"]["content"] == SAID
    assert answer.usage.total_tokens > 0
    assert answer.gateway.trace_id == "order-17"
    assert (answer.gateway.provider, answer.gateway.target, answer.gateway.attempts) == ("mock", "config", 1)
    assert answer.gateway.cache_status == "DISABLED"
    assert "order-17" not in json.dumps(answer)
    with pytest.raises(AttributeError, match="no member 'nothing'"):
        answer.nothing
    with pytest.raises(AttributeError, match="no member 'contnt'. Did you mean 'content'?"):
        answer.choices[0].message.contnt
    with pytest.raises(AttributeError, match="no member 'content'"):
        answer.content


def test_absent_optional_fields_are_none(gatehouse: Gatehouse) -> None:
    answer = gatehouse.chat.completions.create(model="mock", messages=MESSAGES)
    assert answer.choices[0].message.tool_calls is None
    assert answer.choices[0].message.get("tool_calls", "absent") == "absent"
    assert answer.choices[0].logprobs is None
    called = gatehouse.post("/chat/completions", model="mock", messages=MESSAGES, stream=True)
    for stream in (gatehouse.chat.completions.create(model="mock", messages=MESSAGES, stream=True), called):
        chunks = list(stream)
        assert "content" not in chunks[-1].choices[0].delta
        assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == SAID
        assert chunks[-1].choices[0].delta.tool_calls is None
        assert chunks[-1].choices[0].finish_reason == "stop"


def test_pieces_of_tool_calls_have_no_name_after_the_first(gatehouse: Gatehouse) -> None:
    tools = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {}}}}]
    ask = [{"role": "user", "content": "mock:tool"}]
    stream = gatehouse.chat.completions.create(model="mock", messages=ask, tools=tools, stream=True)
    pieces = [piece for chunk in stream for piece in chunk.choices[0].delta.tool_calls or []]
    assert pieces[0].function.name == "weather"
    assert all(piece.function.name is None and piece.id is None for piece in pieces[1:])


def test_events_of_other_formats_have_none_for_absent_fields(gatehouse: Gatehouse) -> None:
    stream = gatehouse.messages.create(model="mock", max_tokens=50, messages=MESSAGES, stream=True)
    assert "".join(event.delta.text or "" for event in stream if event.delta) == SAID
    events = gatehouse.responses.create(model="mock", input="Hi", stream=True)
    assert "".join(event.delta or "" for event in events if event.type == "response.output_text.delta") == SAID


def test_which_target_answered_and_whether_it_was_kept(gatehouse: Gatehouse) -> None:
    failing = {"provider": "mock", "override_params": {"model": "mock-error-500"}}
    config = {"strategy": {"mode": "fallback"}, "cache": {"mode": "simple"}, "targets": [failing, {"provider": "mock"}]}
    client = gatehouse.with_options(provider=None, config=config, cache_namespace=f"python-{time.time_ns()}")
    first = client.chat.completions.create(model="mock", messages=MESSAGES)
    second = client.chat.completions.create(model="mock", messages=MESSAGES)
    assert (first.gateway.target, first.gateway.target_index) == ("config.targets[1]", 1)
    assert [first.gateway.cache_status, second.gateway.cache_status] == ["MISS", "HIT"]


def test_streams_of_all_formats(gatehouse: Gatehouse) -> None:
    stream = gatehouse.chat.completions.create(model="mock", messages=MESSAGES, stream=True)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in stream) == SAID
    assert stream.gateway.provider == "mock"
    assert gatehouse.completions.create(model="mock", prompt="Hi", stream=True).final_text() == SAID
    message = gatehouse.messages.create(model="mock", max_tokens=50, messages=MESSAGES, stream=True).final_message()
    assert (message.content, message.finish_reason) == (SAID, "end_turn")
    response = gatehouse.responses.create(model="mock", input="Hi", stream=True).final_message()
    assert (response.content, response.finish_reason) == (SAID, "completed")
    assert response.usage is not None and response.usage.total_tokens > 0


def test_tool_calls_of_streams_are_put_together(gatehouse: Gatehouse) -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    ask = [{"role": "user", "content": "mock:tool"}]
    tools = [{"type": "function", "function": {"name": "weather", "parameters": schema}}]
    chat = gatehouse.chat.completions.create(model="mock", messages=ask, tools=tools, stream=True).final_message()
    own = [{"name": "weather", "input_schema": schema}]
    message = gatehouse.messages.create(model="mock", max_tokens=99, messages=ask, tools=own, stream=True).final_message()
    for final in (chat, message):
        [call] = final.tool_calls
        assert call.id and call.function.name == "weather"
        assert "city" in json.loads(call.function.arguments)


def test_the_other_endpoints(gatehouse: Gatehouse) -> None:
    assert gatehouse.completions.create(model="mock", prompt="Hi").choices[0].text == SAID
    vectors = gatehouse.embeddings.create(model="mock-embedding", input=["a", "b"])
    assert [row.index for row in vectors.data] == [0, 1]
    assert gatehouse.moderations.create(input="mock:flag").results[0].flagged is True
    assert len(gatehouse.images.generate(prompt="a cat", n=2).data) == 2
    assert len(gatehouse.images.edit(model="mock-image", prompt="a hat", image=b"png").data) == 1
    assert "mock" in [row.id for row in gatehouse.models.list().data]
    assert gatehouse.models.retrieve("mock").id == "mock"
    assert gatehouse.messages.create(model="mock", max_tokens=50, messages=MESSAGES).content[0].text == SAID
    made = gatehouse.responses.create(model="mock", input="Hi")
    assert gatehouse.responses.retrieve(made.id).id == made.id
    assert gatehouse.responses.delete(made.id).deleted is True


def test_speech_and_transcriptions(gatehouse: Gatehouse, tmp_path: Any) -> None:
    with gatehouse.audio.speech.create(model="mock-speech", input="Hi", voice="alloy") as answer:
        sound = answer.read()
    assert sound[:4] == b"RIFF"
    path = tmp_path / "hi.wav"
    gatehouse.audio.speech.create(model="mock-speech", input="Hi", voice="alloy").write_to_file(str(path))
    with open(path, "rb") as file:
        spoken = gatehouse.audio.transcriptions.create(model="mock-transcribe", file=file)
    assert f"hi.wav with {len(sound)} bytes" in spoken.text
    named = ("named.wav", io.BytesIO(sound))
    text = gatehouse.audio.translations.create(model="mock", file=named, response_format="text")
    assert "named.wav" in text


def test_files_go_up_and_come_back(gatehouse: Gatehouse) -> None:
    stored = gatehouse.files.create(file=("rows.jsonl", b'{"a":1}\n'), purpose="batch")
    assert (stored.filename, stored.bytes) == ("rows.jsonl", 8)
    assert stored.id in [file.id for file in gatehouse.files.list().data]
    assert gatehouse.files.retrieve(stored.id).purpose == "batch"
    assert gatehouse.files.content(stored.id).read() == b'{"a":1}\n'
    assert gatehouse.files.delete(stored.id).deleted is True


def test_a_saved_prompt(gatehouse: Gatehouse) -> None:
    template = [{"role": "user", "content": "Greet {{person.name}} in {{language}}."}]
    saved = gatehouse.post("/prompts", name="Greeting of Python", model="mock", string=template)
    variables = {"person": {"name": "Ada"}, "language": "French"}
    answer = gatehouse.prompts.completions.create(saved.slug, variables=variables, max_tokens=50)
    assert "Greet Ada in French." in str(answer.choices[0].message.content)
    streamed = gatehouse.prompts.completions.create(f"{saved.slug}@latest", variables=variables, stream=True)
    assert "Greet Ada in French." in streamed.final_text()
    rendered = gatehouse.prompts.render(f"{saved.slug}@1", variables=variables)
    assert rendered.data.messages[0].content == "Greet Ada in French."


def test_feedback(gatehouse: Gatehouse) -> None:
    answer = gatehouse.chat.completions.create(model="mock", messages=MESSAGES)
    given = gatehouse.feedback.create(trace_id=str(answer.gateway.trace_id), value=5, weight=0.5)
    assert len(given.feedback_ids) == 1
    gatehouse.feedback.update(given.feedback_ids[0], value=7)


def test_any_endpoint_with_any_method_as_received(gatehouse: Gatehouse, upstream: Upstream) -> None:
    upstream.will(
        reply({"results": [1]}),
        reply([1, {"a": 2}]),
        reply(b"as text", content_type="text/plain"),
        reply(b"bytes", content_type="application/octet-stream"),
        reply(b'data: {"choices":[{"delta":{"content":"one"}}]}\n\ndata: [DONE]\n\n', content_type="text/event-stream"),
    )
    there = gatehouse.with_options(provider=None, config=upstream.target, X_My_Custom_Header="mine")
    assert there.post("/rerank", model="r", query="q", documents=["a"]).results == [1]
    listed = there.get("/things", of=["a", "b"], limit=2)
    assert listed[1].a == 2 and listed.gateway.provider == "openai-compatible"
    assert there.put("/things/1", {"a": 1}) == "as text"
    assert there.delete("things/1").read() == b"bytes"
    assert there.post("/own/stream", {"stream": True}).final_text() == "one"
    assert [f"{request['method']} {request['path']}" for request in upstream.requests] == [
        "POST /v1/rerank",
        "GET /v1/things?of=a%2Cb&limit=2",
        "PUT /v1/things/1",
        "DELETE /v1/things/1",
        "POST /v1/own/stream",
    ]
    assert all(request["headers"]["x-my-custom-header"] == "mine" for request in upstream.requests)
    assert json.loads(upstream.requests[0]["body"]) == {"model": "r", "query": "q", "documents": ["a"]}


def test_the_administration(admin: GatehouseAdmin, gatehouse: Gatehouse) -> None:
    workspace = admin.workspaces.list().data[-1].id
    made = admin.virtual_keys.create(name="made by Python", provider="mock", key="unused", workspace_id=workspace)
    assert made.slug in [row.slug for row in admin.virtual_keys.list(workspace_id=workspace).data]
    client = gatehouse.with_options(provider=None, virtual_key=made.slug)
    assert client.chat.completions.create(model="mock", messages=MESSAGES).choices[0].message.content == SAID
    assert admin.virtual_keys.read(made.slug).masked_api_key != "unused"
    admin.virtual_keys.delete(made.slug)
    with pytest.raises(NotFoundError):
        admin.virtual_keys.read(made.slug)
    assert b"\n" in admin.audit_logs.export().read()
