"""create_headers() makes the official packages of others speak to the gateway."""

import asyncio
import os
import subprocess
import sys

import anthropic
import openai
import pytest
from google import genai
from google.genai import types

from conftest import MESSAGES, SAID
from gatehouse import create_headers


def test_the_openai_package(base_url: str, key: str) -> None:
    headers = create_headers(api_key=key, provider="mock", trace_id="by-openai-python", metadata={"_user": "ada"})
    client = openai.OpenAI(base_url=base_url, api_key="unused", default_headers=headers, max_retries=0)
    answer = client.chat.completions.with_raw_response.create(model="mock", messages=MESSAGES)  # type: ignore[arg-type]
    assert answer.headers["x-gateway-trace-id"] == "by-openai-python"
    assert answer.parse().choices[0].message.content == SAID
    stream = client.chat.completions.create(model="mock", messages=MESSAGES, stream=True)  # type: ignore[arg-type]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in stream) == SAID
    assert len(client.embeddings.create(model="mock-embedding", input="a").data) == 1
    with pytest.raises(openai.RateLimitError):
        client.chat.completions.create(model="mock-error-429", messages=MESSAGES)  # type: ignore[arg-type]
    with pytest.raises(openai.AuthenticationError, match="gateway API key"):
        wrong = {**headers, **create_headers(api_key="gww_nobody_has_this_key")}
        client.chat.completions.create(model="mock", messages=MESSAGES, extra_headers=wrong)  # type: ignore[arg-type]


def test_the_openai_package_async(base_url: str, key: str) -> None:
    async def program() -> None:
        headers = create_headers(api_key=key, provider="mock")
        async with openai.AsyncOpenAI(base_url=base_url, api_key="unused", default_headers=headers) as client:
            answer = await client.chat.completions.create(model="mock", messages=MESSAGES)  # type: ignore[arg-type]
            assert answer.choices[0].message.content == SAID

    asyncio.run(program())


def test_the_anthropic_package(base_url: str, key: str) -> None:
    headers = create_headers(api_key=key, provider="mock")
    address = base_url.replace("/v1", "")
    client = anthropic.Anthropic(base_url=address, api_key="unused", default_headers=headers, max_retries=0)
    message = client.messages.create(model="mock", max_tokens=50, messages=MESSAGES)  # type: ignore[arg-type]
    assert message.content[0].text == SAID  # type: ignore[union-attr]


def test_the_google_genai_package(base_url: str, key: str) -> None:
    headers = create_headers(provider="mock", trace_id="by-google-genai")
    options = types.HttpOptions(base_url=base_url.replace("/v1", ""), headers=headers)
    client = genai.Client(api_key=key, http_options=options)
    answer = client.models.generate_content(model="mock", contents="Hi")
    assert answer.text == SAID
    assert answer.usage_metadata is not None and answer.usage_metadata.total_token_count
    stream = client.models.generate_content_stream(model="mock", contents="Hi")
    assert "".join(chunk.text or "" for chunk in stream) == SAID
    assert client.chats.create(model="mock").send_message("Hi").text == SAID
    embedded = client.models.embed_content(model="mock-embedding", contents=["a", "b"])
    assert len(embedded.embeddings or []) == 2
    counted = client.models.count_tokens(model="mock", contents="Hi")
    assert counted.total_tokens
    assert "models/mock" in [model.name for model in client.models.list()]
    with pytest.raises(genai.errors.ClientError, match="RESOURCE_EXHAUSTED"):
        client.models.generate_content(model="mock-error-429", contents="Hi")
    stranger = genai.Client(api_key="gww_nobody_has_this_key", http_options=options)
    with pytest.raises(genai.errors.ClientError, match="UNAUTHENTICATED"):
        stranger.models.generate_content(model="mock", contents="Hi")


def test_the_langchain_program_of_the_dashboard() -> None:
    program = os.path.join(os.environ["GATEHOUSE_TEST_FOLDER"], "langchain_chat.py")
    out = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True).stdout
    assert out == "Hello from the mock provider. You said: Hello\n"
