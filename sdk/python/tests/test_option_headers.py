"""The fixture that the TypeScript SDK and the server are tested with, too."""

import json
import pathlib
from typing import Any, Dict

import pytest

from conftest import Upstream, reply
from gatehouse import Gatehouse, GatewayError, create_headers
from gatehouse._generated_options import OPTION_HEADERS

CONTRACT = pathlib.Path(__file__).parents[3] / "contract"
FIXTURE = json.loads((CONTRACT / "fixtures" / "option-headers.json").read_text("utf-8"))
OPTIONS = json.loads((CONTRACT / "options.json").read_text("utf-8"))


def comparable(headers: Dict[str, str]) -> Dict[str, str]:
    """Names of headers, alone and in a list, are the same in any case."""
    lower = {name.lower(): value for name, value in headers.items()}
    names = lower.get("x-gateway-forward-headers")
    if names is not None:
        lower["x-gateway-forward-headers"] = json.dumps(json.loads(names.lower()))
    return lower


@pytest.mark.parametrize("case", FIXTURE["cases"], ids=lambda case: case["name"])
def test_options_become_headers(case: Dict[str, Any]) -> None:
    assert comparable(create_headers(**case["snake_case"])) == comparable(case["headers"])


@pytest.mark.parametrize("case", FIXTURE["refused"], ids=lambda case: case["name"])
def test_what_a_header_cannot_carry_is_refused_without_its_value(case: Dict[str, Any]) -> None:
    [(option, value)] = case["snake_case"].items()
    with pytest.raises(GatewayError) as caught:
        create_headers(**case["snake_case"])
    assert option in str(caught.value)
    assert value not in str(caught.value)


@pytest.mark.parametrize("case", FIXTURE["layers"], ids=lambda case: case["name"])
def test_later_options_replace_earlier_ones(case: Dict[str, Any], upstream: Upstream) -> None:
    upstream.will(reply({}, headers={"x-gateway-trace-id": "t"}))
    client = Gatehouse(base_url=upstream.url, api_key=None, **case["client"]["snake_case"])
    client.with_options(**case["call"]["snake_case"]).get("/models")
    sent = {name: value for name, value in upstream.requests[0]["headers"].items() if name.startswith("x-")}
    assert sent == case["headers"]


def test_every_option_of_the_contract_is_an_option_here() -> None:
    rows = OPTIONS["options"] + OPTIONS["provider_settings"]
    assert OPTION_HEADERS == {row["snake_case"]: row["header"] for row in rows}


def test_a_misspelled_option_is_named() -> None:
    with pytest.raises(TypeError, match="Did you mean 'virtual_key'"):
        Gatehouse(virtul_key="a").get("/models")
