"""Calls every admin method with the synchronous and with the asynchronous client."""

import asyncio
import inspect
from typing import Dict, Iterator, List

import pytest
from cases import CASES
from portkey_ai import Portkey
from portkey_ai.api_resources.apis.api_resource import APIResource
from refusals import REFUSED, REFUSED_FEATURES, why_refused
from scene import Scene, consume

OWN_RESOURCES = [
    "admin", "analytics", "api_keys", "collections", "configs", "feedback", "generations", "guardrails",
    "integrations", "labels", "logs", "mcp_integrations", "mcp_servers", "prompts", "providers", "virtual_keys",
]
INFERENCE_RESOURCES = [
    "audio", "batches", "chat", "completions", "containers", "conversations", "embeddings", "evals", "files",
    "fine_tuning", "images", "models", "moderations", "realtime", "responses", "skills", "uploads", "vector_stores",
    "videos", "webhooks",
]
PLAIN_METHODS = ["batches.output", "delete", "get", "post", "put"]

# The asynchronous client has no such method.
ONLY_SYNCHRONOUS = ["admin.users.invites.resend"]

scenes: Dict[str, Scene] = {}
loop = asyncio.new_event_loop()


def scene(kind: str) -> Scene:
    if kind not in scenes:
        scenes[kind] = Scene(kind)
    return scenes[kind]


def methods_of(resource: object, path: str) -> Iterator[str]:
    for name, _ in inspect.getmembers(type(resource), inspect.isfunction):
        if not name.startswith("_"):
            yield f"{path}.{name}"
    for name, value in vars(resource).items():
        if isinstance(value, APIResource):
            yield from methods_of(value, f"{path}.{name}")


def test_every_method_of_the_client_has_a_case() -> None:
    client = Portkey(api_key="unused", base_url="http://gateway.invalid/v1")
    resources = [name for name, value in vars(client).items() if isinstance(value, APIResource)]
    assert sorted(resources) == sorted([*OWN_RESOURCES, *INFERENCE_RESOURCES])
    methods: List[str] = [*PLAIN_METHODS]
    for name in OWN_RESOURCES:
        methods.extend(methods_of(getattr(client, name), name))
    assert sorted({one.method for one in CASES}) == sorted(methods)


def test_every_listed_refusal_names_a_case() -> None:
    names = [one.name for one in CASES]
    assert len(set(names)) == len(names)
    assert [name for name in REFUSED if name not in names] == []
    assert [prefix for prefix in REFUSED_FEATURES if not any(name.startswith(prefix) for name in names)] == []


def calls() -> Iterator[object]:
    for kind in ("sync", "async"):
        for one in CASES:
            if kind == "sync" or one.method not in ONLY_SYNCHRONOUS:
                yield pytest.param(one, kind, id=f"{one.name}, {kind}")


@pytest.mark.parametrize(("one", "kind"), calls())
def test_case(one, kind: str) -> None:
    here = scene(kind)

    async def run():
        return await consume(one.call(here))

    try:
        result = loop.run_until_complete(run())
        outcome = "accepted"
        if one.keep is not None:
            here.keep(one.keep, result)
    except KeyError as error:
        outcome = f"needs {error}"
    except Exception as error:
        status = getattr(error, "status_code", None)
        outcome = f"HTTP {status}: {error}" if status else f"failed: {type(error).__name__}: {error}"
    reason = why_refused(one.name)
    if reason is None and outcome != "accepted":
        pytest.fail(outcome)
    if reason is not None and not outcome.startswith(("HTTP 4", "needs ", "failed: TypeError", "failed: ValidationError")):
        pytest.fail(f"{outcome}, but refusals.py lists it: {reason}")
