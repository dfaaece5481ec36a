"""The package is typed: strictly inside, and usefully outside."""

import ast
import importlib.metadata
import pathlib
import subprocess
import sys

import gatehouse

SOURCE = pathlib.Path(__file__).parents[1] / "src" / "gatehouse"

RIGHT = """
from gatehouse import AsyncGatehouse, Gatehouse, Stream
from gatehouse.types import ChatChunk, ChatCompletion

client = Gatehouse(virtual_key="a", request_timeout=8000, X_My_Custom_Header="b")
whole: ChatCompletion = client.chat.completions.create(messages=[{"role": "user", "content": "Hi"}])
text: str | None = whole.choices[0].message.content
trace: str | None = whole.gateway.trace_id
pieces: Stream[ChatChunk] = client.chat.completions.create(messages=[], stream=True)


async def program(other: AsyncGatehouse) -> ChatCompletion:
    return await other.chat.completions.create(messages=[])
"""

WRONG = """
from gatehouse import Gatehouse

Gatehouse(request_timeout="soon")
"""


def mypy(tmp_path: pathlib.Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.10", "--cache-dir", str(tmp_path)]
    return subprocess.run([*command, *arguments], capture_output=True, encoding="utf-8", cwd=tmp_path, timeout=900)


def test_the_package_and_its_use_fit_their_types(tmp_path: pathlib.Path) -> None:
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text(WRONG)
    assert (pathlib.Path(gatehouse.__file__).parent / "py.typed").exists()
    inside = mypy(tmp_path, str(SOURCE))
    assert inside.returncode == 0, inside.stdout + inside.stderr
    right = mypy(tmp_path, "right.py")
    assert right.returncode == 0, right.stdout + right.stderr
    assert 'has incompatible type "str"' in mypy(tmp_path, "wrong.py").stdout


def test_the_package_is_installed_under_its_own_name() -> None:
    assert importlib.metadata.version("gatehouse-gateway-sdk") == gatehouse.__version__


def test_the_syntax_is_that_of_python_3_9() -> None:
    files = list(SOURCE.glob("*.py"))
    assert len(files) > 15
    for path in files:
        ast.parse(path.read_text("utf-8"), feature_version=(3, 9))
