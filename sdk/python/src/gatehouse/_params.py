"""Separates the keywords of a call: gateway options become headers, everything else is part of the request."""

import difflib
from typing import Any, Dict, Mapping, Tuple

from ._generated_options import OPTION_HEADERS
from ._headers import is_option

# Fields of the OpenAI and Anthropic formats, and common ones of other providers. A keyword that is almost one of them
# is a typo. All other fields pass unchanged.
FIELDS = frozenset(
    """
    audio background best_of cache_control chat_template_kwargs chunking_strategy container context_management
    conversation dimensions documents do_sample echo effort encoding_format expires_after file format
    frequency_penalty function_call functions guided_json guided_regex image include input input_fidelity input_type
    instructions language length_penalty logit_bias logprobs mask max_completion_tokens max_new_tokens
    max_output_tokens max_tokens max_tool_calls mcp_servers messages min_p min_tokens mode model modalities moderation n
    num_ctx num_predict options order output_compression output_config output_format parallel_tool_calls
    partial_images plugins prediction presence_penalty previous_response_id prompt prompt_cache_key
    prompt_cache_retention purpose quality reasoning reasoning_content reasoning_effort reasoning_format
    repeat_penalty repetition_penalty response_format route safe_prompt safety_identifier safety_settings
    search_parameters seed service_tier size speed stop stop_sequences store stream stream_options style suffix system
    system_instruction temperature text thinking timestamp_granularities tool_choice tools top_a top_k top_logprobs
    top_p transforms truncate truncation typical_p user variables verbosity voice web_search_options
    """.split()
)

# Keywords of every call that are neither options nor fields.
CALL_KEYWORDS = ("extra_body", "extra_headers", "max_retries", "timeout")
CLIENT_KEYWORDS = frozenset(("base_url", "http_client"))
# `top_k` and `top_p`, 0.8, are different fields; `temprature` and `temperature`, 0.95, are the same.
SIMILAR = 0.85


def split(params: Mapping[str, Any]) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """The gateway options, and the fields of the request. Fields that are None are left out."""
    options: Dict[str, Any] = {}
    fields: Dict[str, Any] = {}
    for name, value in params.items():
        if is_option(name):
            options[name] = value
        elif value is not None:
            refuse_typo(name)
            fields[name] = value
    return options, fields


def refuse_typo(name: str) -> None:
    if name in FIELDS:
        return
    if name in CLIENT_KEYWORDS:
        raise TypeError(f"{name!r} is an option of the client, not of a call. Set it in Gatehouse({name}=...).")
    if name == "headers":
        raise TypeError("There is no option 'headers' of a call. Did you mean 'extra_headers'?")
    nearest = difflib.get_close_matches(name, [*OPTION_HEADERS, *FIELDS, *CALL_KEYWORDS], n=1, cutoff=SIMILAR)
    if nearest:
        raise TypeError(
            f"There is no option {name!r}. Did you mean {nearest[0]!r}? "
            f"To send the field to the provider anyway, use extra_body={{{name!r}: ...}}."
        )
