"""The fixture that the TypeScript SDK and the server are tested with, too."""

import json
import pathlib
from typing import Any, Dict

import pytest

from conftest import Upstream, reply
from gatehouse import AsyncGatehouse, Gatehouse, GatewayError, create_headers
from gatehouse._generated_options import OPTION_HEADERS
from gatehouse._params import FIELDS, split

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
    vendor_rows = [{**row, **row["vendor_name"]} for row in rows if "vendor_name" in row]
    assert len(vendor_rows) > 15
    assert OPTION_HEADERS == {row["snake_case"]: row["header"] for row in rows + vendor_rows}


@pytest.mark.parametrize("case", FIXTURE["unknown"], ids=lambda case: case["name"])
def test_an_unknown_option_is_a_type_error(case: Dict[str, Any], gatehouse: Gatehouse) -> None:
    nearest = case["nearest"]
    words = f"Did you mean {nearest['snake_case']!r}" if nearest else "There is no option"
    for use in (create_headers, Gatehouse, AsyncGatehouse, gatehouse.with_options, gatehouse.models.list):
        with pytest.raises(TypeError, match=words):
            use(**case["snake_case"])


def sent_by(upstream: Upstream, **params: Any) -> Dict[str, Any]:
    upstream.will(reply({"choices": []}, headers={"x-gateway-trace-id": "t"}))
    client = Gatehouse(base_url=upstream.url, api_key="k", provider="mock", trace_id="of the client")
    client.chat.completions.create(messages=[], **params)
    return upstream.requests[-1]


@pytest.mark.parametrize("case", FIXTURE["cases"], ids=lambda case: case["name"])
def test_options_of_a_call_become_headers_and_are_not_in_the_body(case: Dict[str, Any], upstream: Upstream) -> None:
    request = sent_by(upstream, **case["snake_case"])
    assert json.loads(request["body"]) == {"messages": []}
    assert comparable(request["headers"]).items() >= comparable(case["headers"]).items()


def test_none_removes_an_option_for_one_call_and_fields_stay_in_the_body(upstream: Upstream) -> None:
    request = sent_by(upstream, trace_id=None, temperature=0.5, top_k=4, stop=None, own_field={"a": 1})
    assert "x-gateway-trace-id" not in request["headers"]
    assert json.loads(request["body"]) == {"messages": [], "temperature": 0.5, "top_k": 4, "own_field": {"a": 1}}


def test_extra_body_sends_fields_that_have_the_name_of_an_option(upstream: Upstream) -> None:
    own = {"metadata": {"user_id": "u"}, "temprature": 1, "stop": None}
    request = sent_by(upstream, metadata={"_user": "ada"}, extra_body=own)
    assert json.loads(request["body"]) == {"messages": [], **own}
    assert request["headers"]["x-gateway-metadata"] == '{"_user":"ada"}'


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("trace_idd", "trace_id"),
        ("cache_force_refesh", "cache_force_refresh"),
        ("azure_resource_nam", "azure_resource_name"),
        ("temprature", "temperature"),
        ("max_token", "max_tokens"),
        ("timout", "timeout"),
        ("headers", "extra_headers"),
    ],
)
def test_a_misspelled_parameter_of_a_call_is_a_type_error(name: str, nearest: str, upstream: Upstream) -> None:
    with pytest.raises(TypeError, match=f"no option '{name}'.* Did you mean '{nearest}'"):
        sent_by(upstream, **{name: "a"})
    assert upstream.requests == []


def test_an_option_of_the_client_is_named_as_one(upstream: Upstream) -> None:
    with pytest.raises(TypeError, match="'base_url' is an option of the client"):
        sent_by(upstream, base_url="http://127.0.0.1:1")


def test_fields_of_known_formats_are_no_typos_of_each_other() -> None:
    split({name: 1 for name in FIELDS})
    split({"frequency_scale": 1, "num_beams": 1, "top_n": 1, "penalty_alpha": 1, "min_length": 1, "max_length": 1})
