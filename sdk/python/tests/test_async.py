"""The same for async programs."""

import asyncio

import pytest

from conftest import MESSAGES, SAID, Upstream, reply
from gatehouse import AsyncGatehouse, ConnectionFailedError, ProviderError, RateLimitError
from gatehouse.admin import AsyncGatehouseAdmin


def test_answers_streams_and_errors(base_url: str, key: str) -> None:
    async def program() -> None:
        async with AsyncGatehouse(base_url=base_url, api_key=key, provider="mock") as client:
            answers = await asyncio.gather(
                *(
                    client.with_options(trace_id=f"async-{i}").chat.completions.create(model="mock", messages=MESSAGES)
                    for i in range(5)
                )
            )
            assert [answer.gateway.trace_id for answer in answers] == [f"async-{i}" for i in range(5)]
            assert answers[0].choices[0].message.content == SAID
            stream = await client.chat.completions.create(model="mock", messages=MESSAGES, stream=True)
            assert "".join([chunk.choices[0].delta.content or "" async for chunk in stream]) == SAID
            async with await client.chat.completions.create(model="mock", messages=MESSAGES, stream=True) as left:
                await left.__anext__()
            with pytest.raises(RateLimitError):
                await client.chat.completions.create(model="mock-error-429", messages=MESSAGES)
            broken = await client.chat.completions.create(model="mock-stream-error", messages=MESSAGES, stream=True)
            with pytest.raises(ProviderError) as caught:
                await broken.final_text()
            assert caught.value.partial_text.startswith("Hello")
            speech = await client.audio.speech.create(model="mock", input="Hi", voice="alloy")
            sound = await speech.read()
            spoken = await client.audio.transcriptions.create(model="mock", file=("hi.wav", sound))
            assert f"hi.wav with {len(sound)} bytes" in spoken.text
            assert (await client.embeddings.create(model="mock-embedding", input="a")).data[0].index == 0

    asyncio.run(program())


def test_any_endpoint_and_nobody_there(base_url: str, key: str, upstream: Upstream) -> None:
    async def program() -> None:
        upstream.will(reply({"results": [1]}))
        async with AsyncGatehouse(base_url=base_url, api_key=key, config=upstream.target) as client:
            assert (await client.post("/rerank", query="q", documents=["a"])).results == [1]
            assert (await client.get("/things")).results == [1]
            await client.put("/things/1", a=1)
            await client.delete("/things/1")
        assert [request["method"] for request in upstream.requests] == ["POST", "GET", "PUT", "DELETE"]
        async with AsyncGatehouse(base_url="http://127.0.0.1:1") as nobody:
            with pytest.raises(ConnectionFailedError):
                await nobody.models.list()

    asyncio.run(program())


def test_the_administration(base_url: str, admin_key: str) -> None:
    async def program() -> None:
        async with AsyncGatehouseAdmin(base_url=base_url, api_key=admin_key) as admin:
            assert (await admin.workspaces.list()).data
            assert (await admin.configs.validate(config={"provider": "mock"})).gateway.status == 200

    asyncio.run(program())
