/** Writes _generated_options.py: every gateway option with its header, and the arguments of a client. */

import { namedRows, type OptionRow, type OptionsContract } from '../../typescript/scripts/contract-shapes.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  boolean: 'bool',
  integer: 'int',
  'json object': 'Mapping[str, Any]',
  'list of names': 'Union[Sequence[str], str]',
  'string or JSON': 'Union[str, Mapping[str, Any]]',
  'string or JSON list': 'Union[str, Sequence[Union[str, Mapping[str, Any]]]]',
}

export function pythonOptionsSource(contract: OptionsContract): string {
  const rows = namedRows(contract)
  return `"""GENERATED from contract/options.json: every option of a request, its header and its type."""

from typing import Any, Dict, Mapping, Optional, Sequence, TypeVar, Union

from ._not_given import NOT_GIVEN, NotGiven, given

OPTION_HEADERS: Dict[str, str] = {
${rows.map((row) => `    "${row.snake_case}": "${row.header}",`).join('\n')}
}

Self = TypeVar("Self", bound="OptionArguments")


class OptionArguments:
    """The arguments that every client takes, when it is made and in with_options()."""

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        http_client: Any = None,
${methodArguments(rows)}
    ) -> None:
        """All arguments are optional.

        base_url: the gateway's address with /v1; GATEWAY_BASE_URL, or http://127.0.0.1:8787/v1, when absent.
        http_client: an httpx.Client (httpx.AsyncClient for the async one) of your own.
${argumentTexts(rows)}
        """
        self._set_up(base_url, http_client, timeout, max_retries, headers, given(${optionPairs(rows)}, custom_headers))

    def with_options(
        self: Self,
        *,
${methodArguments(rows)}
    ) -> Self:
        """A client with these options on top; this one stays as it is. None takes an option away.

${argumentTexts(rows)}
        """
        return self._derive(timeout, max_retries, headers, given(${optionPairs(rows)}, custom_headers))

    def _set_up(
        self,
        base_url: Optional[str],
        http_client: Any,
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, Optional[str]]],
        options: Dict[str, Any],
    ) -> None:
        raise NotImplementedError

    def _derive(
        self: Self,
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, Optional[str]]],
        options: Dict[str, Any],
    ) -> Self:
        raise NotImplementedError
`
}

function methodArguments(rows: readonly OptionRow[]): string {
  const options = rows.map((row) => `        ${row.snake_case}: Union[${typeOf(row)}, None, NotGiven] = NOT_GIVEN,`)
  return [
    ...options,
    '        authorization: Union[str, None, NotGiven] = NOT_GIVEN,',
    '        timeout: Optional[float] = None,',
    '        max_retries: Optional[int] = None,',
    '        headers: Optional[Mapping[str, Optional[str]]] = None,',
    '        **custom_headers: Any,',
  ].join('\n')
}

function argumentTexts(rows: readonly OptionRow[]): string {
  return [
    ...rows.map((row) => `        ${row.snake_case}: ${aboutOf(row)}`),
    "        authorization: the provider's credential; Bearer is added when no scheme is given.",
    '        timeout: seconds without a byte until this client gives up; 600 unless told.',
    '        max_retries: how often a request that got no answer at all is sent again; 1 unless told.',
    '        headers: headers under their own names.',
    '        X_My_Custom_Header: sent as X-My-Custom-Header.',
  ].join('\n')
}

function aboutOf(row: OptionRow): string {
  return row.vendor_name === undefined ? row.about : `the same as ${row.vendor_name.snake_case}.`
}

function optionPairs(rows: readonly OptionRow[]): string {
  const names = [...rows.map((row) => row.snake_case), 'authorization']
  return `{${names.map((name) => `"${name}": ${name}`).join(', ')}}`
}

function typeOf(row: OptionRow): string {
  const type = TYPES[row.type]
  if (type === undefined) throw new Error(`No Python type for options of type ${row.type}.`)
  return type
}
