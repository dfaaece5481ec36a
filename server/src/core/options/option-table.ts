/** Every x-gateway-* request header, one row each. Parsing, SDK options and docs are derived from this table. */

import { camelCase, vendorName } from '../setting-names.ts'

export const PREFIX = 'x-gateway-'

type OptionRow = {
  /** Header name without the prefix. */
  readonly name: string
  readonly type:
    | 'string'
    | 'boolean'
    | 'integer'
    | 'json object'
    | 'list of names'
    | 'string or JSON'
    | 'string or JSON list'
  readonly about: string
}

export const OPTIONS = [
  { name: 'api-key', type: 'string', about: 'The gateway key that authenticates the caller.' },
  { name: 'provider', type: 'string', about: 'Provider slug; the credential comes from Authorization.' },
  { name: 'virtual-key', type: 'string', about: 'Identifier of a stored provider credential.' },
  { name: 'config', type: 'string or JSON', about: 'A config object, or the identifier of a saved one.' },
  {
    name: 'custom-host',
    type: 'string',
    about: 'Base URL to send to instead of the provider’s own, with its version segment.',
  },
  {
    name: 'trace-id',
    type: 'string',
    about: 'Identifier of one or more related requests; generated for each request if absent.',
  },
  { name: 'metadata', type: 'json object', about: 'Labels of the request, for filtering logs and analytics.' },
  {
    name: 'cache-force-refresh',
    type: 'boolean',
    about: 'Skips the cache lookup and stores the new response in the cache.',
  },
  { name: 'cache-namespace', type: 'string', about: 'Partitions the cache by this string instead of the metadata.' },
  { name: 'request-timeout', type: 'integer', about: 'Milliseconds after which an attempt is aborted.' },
  {
    name: 'forward-headers',
    type: 'list of names',
    about: 'Names of headers passed to the provider unchanged, including sensitive ones.',
  },
  { name: 'debug', type: 'boolean', about: 'false excludes the bodies of this request from the logs.' },
  { name: 'workspace-id', type: 'string', about: 'With an Admin key: the workspace that is charged for the request.' },
  {
    name: 'strict-open-ai-compliance',
    type: 'boolean',
    about: 'In translated responses, false adds content_blocks with thinking and true removes all thinking.',
  },
  {
    name: 'default-input-guardrails',
    type: 'string or JSON list',
    about: 'Guardrails that check this request in addition to those of the config: ids, or a JSON list.',
  },
  {
    name: 'default-output-guardrails',
    type: 'string or JSON list',
    about: 'Guardrails that check the response in addition to those of the config: ids, or a JSON list.',
  },
] as const satisfies readonly OptionRow[]

export type OptionName = (typeof OPTIONS)[number]['name']

/** The content of contract/options.json: each header with its option name in snake_case and camelCase. */
export function optionsContract(settings: ReadonlyMap<string, string>): unknown {
  const row = (name: string, type: string, about: string) => {
    const snake = name.replaceAll('-', '_')
    const vendor = vendorName(snake)
    return {
      header: PREFIX + name,
      snake_case: snake,
      camelCase: camelCase(snake),
      ...(vendor !== null && { vendor_name: { snake_case: vendor, camelCase: camelCase(vendor) } }),
      type,
      about,
    }
  }
  return {
    prefix: PREFIX,
    environment: { api_key: 'GATEWAY_API_KEY' },
    options: OPTIONS.map((option) => row(option.name, option.type, option.about)),
    provider_settings: [...settings].map(([key, about]) => row(key.replaceAll('_', '-'), 'string', about)),
  }
}
