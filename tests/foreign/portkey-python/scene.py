"""The clients and the ids that the cases share; one scene for the synchronous client, one for the asynchronous."""

import inspect
import json
import os
import time
import urllib.request
from typing import Any, Dict

from portkey_ai import AsyncPortkey, Portkey

from cases import MESSAGES

URL = os.environ["GATEHOUSE_TEST_URL"]
ADMIN_KEY = os.environ["GATEHOUSE_TEST_ADMIN_KEY"]
WORKSPACE_KEY = os.environ["GATEHOUSE_TEST_KEY"]


class Scene:
    def __init__(self, kind: str) -> None:
        client = Portkey if kind == "sync" else AsyncPortkey
        self.kind = kind
        self.admin = client(api_key=ADMIN_KEY, base_url=URL)
        self.workspace = client(api_key=WORKSPACE_KEY, base_url=URL)
        self.mock = client(api_key=WORKSPACE_KEY, base_url=URL, provider="mock")
        self._known: Dict[str, Any] = {}
        self._known["person"] = {"id": self._invite_person()}
        workspaces = request("GET", "/admin/workspaces")["data"]
        self._known["default workspace"] = next((one for one in workspaces if one.get("is_default")), workspaces[-1])
        self._known["batch"] = {"id": make_batch()}

    def keep(self, name: str, made: Any) -> None:
        self._known[name] = made.model_dump() if hasattr(made, "model_dump") else json.loads(str(made))

    def id(self, name: str) -> str:
        return self._known[name]["id"]

    def slug(self, name: str) -> str:
        return self._known[name]["slug"]

    def version_id(self, name: str) -> str:
        return self._known[name]["version_id"]

    def feedback_id(self) -> str:
        return self._known["feedback"]["feedback_ids"][0]

    def organisation_id(self) -> str:
        return request("GET", "/api-keys")["data"][0]["organisation_id"]

    def unique(self, word: str) -> str:
        return f"{word} {self.kind}"

    def word(self, word: str) -> str:
        return f"{word}-{self.kind}"

    def email(self, word: str) -> str:
        return f"{word}-{self.kind}@example.com"

    def greeting(self) -> Dict[str, Any]:
        return {
            "name": self.unique("Greeting"), "collection_id": self.id("collection"), "string": MESSAGES,
            "parameters": {"temperature": 0.2, "max_tokens": 20}, "virtual_key": self.slug("mock"), "model": "mock-1",
            "version_description": "First version",
        }

    def finished_export(self) -> Any:
        while request("GET", f"/logs/exports/{self.id('export')}")["status"] in ("draft", "in_progress"):
            time.sleep(0.02)
        return self.workspace.logs.exports.download(export_id=self.id("export"))

    def _invite_person(self) -> str:
        email = self.email("person")
        link = request("POST", "/admin/users/invites", {"email": email, "role": "member"})["invite_link"]
        accepted = {"token": link.split("/")[-1], "password": f"correct horse {email}", "first_name": "Ada"}
        request("POST", "/invites/accept", accepted)
        return request("GET", f"/admin/users?email={email}")["data"][0]["id"]


def request(method: str, path: str, body: Any = None, key: str = ADMIN_KEY, headers: Any = None) -> Any:
    sent = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
    every = {"x-gateway-api-key": key, "content-type": "application/json", **(headers or {})}
    with urllib.request.urlopen(urllib.request.Request(URL + path, sent, every, method=method), timeout=60) as reply:
        return json.loads(reply.read())


def make_batch() -> str:
    line = {"custom_id": "1", "method": "POST", "url": "/v1/chat/completions",
            "body": {"model": "mock-1", "messages": [{"role": "user", "content": "x"}]}}
    edge = "edge-of-the-form"
    parts = [
        f'--{edge}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n',
        f'--{edge}\r\ncontent-disposition: form-data; name="file"; filename="batch.jsonl"\r\n'
        f"content-type: application/jsonl\r\n\r\n{json.dumps(line)}\n\r\n",
        f"--{edge}--\r\n",
    ]
    mock = {"x-gateway-provider": "mock"}
    form = {**mock, "content-type": f"multipart/form-data; boundary={edge}"}
    file = request("POST", "/files", "".join(parts).encode(), WORKSPACE_KEY, form)
    batch = {"input_file_id": file["id"], "endpoint": "/v1/chat/completions", "completion_window": "24h"}
    return request("POST", "/batches", batch, WORKSPACE_KEY, mock)["id"]


async def consume(result: Any) -> Any:
    """Awaits what the asynchronous client returns, and reads a stream to its end."""
    if inspect.isawaitable(result):
        result = await result
    if hasattr(result, "__aiter__"):
        chunks = [chunk async for chunk in result]
        assert chunks, "the stream has no chunk"
    elif type(result).__name__ == "Stream" or inspect.isgenerator(result):
        assert list(result), "the stream has no chunk"
    return result
