/** Every x-gateway-* request header: one row each, from which parsing, SDK options and docs are derived (spec 5). */

import { camelCase } from '../setting-names.ts'

export const PREFIX = 'x-gateway-'

type OptionRow = {
  /** The header without its prefix. */
  readonly name: string
  readonly type: 'string' | 'boolean' | 'integer' | 'json object' | 'list of names' | 'string or JSON'
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
    about: 'Identifier to find one or more requests by; made for each request if absent.',
  },
  { name: 'metadata', type: 'json object', about: 'Labels of the request, filterable in logs and analytics.' },
  {
    name: 'cache-force-refresh',
    type: 'boolean',
    about: 'Calls the provider in any case and stores the new answer in the cache.',
  },
  { name: 'cache-namespace', type: 'string', about: 'Partitions the cache by this string instead of the metadata.' },
  { name: 'request-timeout', type: 'integer', about: 'Milliseconds after which an attempt is ended.' },
  {
    name: 'forward-headers',
    type: 'list of names',
    about: 'Names of headers passed to the provider unchanged, sensitive ones too.',
  },
  { name: 'debug', type: 'boolean', about: 'false keeps the bodies of this request out of the record.' },
  { name: 'workspace-id', type: 'string', about: 'With an Admin key: the workspace the request is counted to.' },
  {
    name: 'strict-open-ai-compliance',
    type: 'boolean',
    about: 'false lets answers carry fields beyond OpenAI’s format.',
  },
] as const satisfies readonly OptionRow[]

export type OptionName = (typeof OPTIONS)[number]['name']

/** The table as published in contract/options.json: header and the option names of both client conventions. */
export function optionsContract(settings: ReadonlyMap<string, string>): unknown {
  const row = (name: string, type: string, about: string) => {
    const snake = name.replaceAll('-', '_')
    return { header: PREFIX + name, snake_case: snake, camelCase: camelCase(snake), type, about }
  }
  return {
    prefix: PREFIX,
    environment: { api_key: 'GATEWAY_API_KEY' },
    options: OPTIONS.map((option) => row(option.name, option.type, option.about)),
    provider_settings: [...settings].map(([key, about]) => row(key.replaceAll('_', '-'), 'string', about)),
  }
}
