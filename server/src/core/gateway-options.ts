/** Every x-gateway-* request header: one row each, from which parsing, SDK options and docs are derived (spec 5). */

import { GatewayError } from './errors.ts'
import { type HeaderMap, refuseForwardName } from './headers.ts'
import { camelCase, canonicalName } from './setting-names.ts'
import { didYouMean } from './suggest.ts'

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

type OptionName = (typeof OPTIONS)[number]['name']

/** Sent by clients of the modelled product; they say nothing to us. */
const IGNORED: ReadonlySet<string> = new Set([
  'runtime',
  'runtime-version',
  'package-version',
  'audio-file-duration',
  'mode',
  'beta',
  'span-id',
  'parent-span-id',
  'span-name',
])

export const PREFIX = 'x-gateway-'

/** Settings with a header name of their own (spec 5.4). */
const UNPREFIXED: ReadonlyMap<string, string> = new Map([
  ['x-cloud-b-llm-request-type', 'cloud_b_llm_request_type'],
  ['x-vertex-ai-llm-request-type', 'cloud_b_llm_request_type'],
])

const NAMES: ReadonlySet<string> = new Set(OPTIONS.map((option) => option.name))

export type GatewayOptions = {
  readonly apiKey: string | null
  readonly provider: string | null
  readonly virtualKey: string | null
  readonly config: string | null
  readonly customHost: string | null
  readonly traceId: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly cacheForceRefresh: boolean
  readonly cacheNamespace: string | null
  readonly requestTimeoutMs: number | null
  readonly forwardHeaders: readonly string[] | null
  readonly debug: boolean
  readonly workspaceId: string | null
  /** Provider settings (cloud headers and the like), canonical snake_case. */
  readonly settings: Readonly<Record<string, string>>
  /** Alias prefixes the caller used; answers carry twins under them. */
  readonly aliases: readonly string[]
  readonly warnings: readonly string[]
}

export type OptionRules = {
  /** Our prefix and its aliases, each with its hyphen. */
  readonly prefixes: readonly string[]
  /** Whether some provider has a setting of this canonical name. */
  readonly isSetting: (key: string) => boolean
}

const LIMITS: Partial<Record<OptionName, number>> = {
  'trace-id': 128,
  metadata: 4096,
  'cache-namespace': 256,
  config: 48 * 1024,
  'custom-host': 2048,
}

export function readGatewayOptions(headers: HeaderMap, rules: OptionRules): GatewayOptions {
  const found = collect(headers, rules)
  const text = (name: OptionName): string | null => found.values[name] ?? null
  return {
    apiKey: text('api-key'),
    provider: text('provider'),
    virtualKey: text('virtual-key'),
    config: text('config'),
    customHost: text('custom-host'),
    traceId: readTraceId(text('trace-id')),
    metadata: readMetadata(text('metadata')),
    cacheForceRefresh: readBoolean('cache-force-refresh', text('cache-force-refresh')) ?? false,
    cacheNamespace: text('cache-namespace'),
    requestTimeoutMs: readTimeout(text('request-timeout')),
    forwardHeaders: readNames(text('forward-headers'), rules.prefixes),
    debug: readBoolean('debug', text('debug')) ?? true,
    workspaceId: text('workspace-id'),
    settings: found.settings,
    aliases: found.aliases,
    warnings: found.warnings,
  }
}

type Found = {
  values: Partial<Record<string, string>>
  settings: Record<string, string>
  aliases: string[]
  warnings: string[]
}

function collect(headers: HeaderMap, rules: OptionRules): Found {
  const found: Found = { values: {}, settings: {}, aliases: [], warnings: [] }
  for (const header in headers) {
    if (header.charCodeAt(0) !== 0x78) continue
    const prefix = rules.prefixes.find((candidate) => header.startsWith(candidate))
    if (prefix === undefined) {
      const setting = UNPREFIXED.get(header)
      if (setting !== undefined) put(found.settings, setting, header, headers[header]!)
      continue
    }
    if (prefix !== PREFIX && !found.aliases.includes(prefix)) found.aliases.push(prefix)
    take(found, header, header.slice(prefix.length), headers[header]!, rules)
  }
  return found
}

function take(found: Found, header: string, name: string, value: string, rules: OptionRules): void {
  if (NAMES.has(name)) return put(found.values, name, header, value, LIMITS[name as OptionName])
  const setting = canonicalName(name.replaceAll('-', '_'))
  if (rules.isSetting(setting)) return put(found.settings, setting, header, value, 16 * 1024)
  if (!IGNORED.has(name))
    found.warnings.push(`Header ${header} is not known and was ignored.${didYouMean(name, NAMES)}`)
}

function put(into: Partial<Record<string, string>>, key: string, header: string, value: string, limit = 8192): void {
  if (value === '') throw invalid(header, 'is empty', 'Leave the header out, or give it a value.')
  if (value.length > limit)
    throw invalid(header, `is longer than ${limit} characters`, `Send at most ${limit} characters.`)
  if (into[key] !== undefined && into[key] !== value) {
    throw new GatewayError('header_conflict', {
      param: header,
      message: `${header} was sent under two prefixes or names with different values.`,
    })
  }
  into[key] = value
}

function invalid(header: string, problem: string, hint: string): GatewayError {
  return new GatewayError('invalid_header', { param: header, message: `${header} ${problem}.`, hint })
}

function readBoolean(name: OptionName, value: string | null): boolean | null {
  if (value === null) return null
  if (value === 'true') return true
  if (value === 'false') return false
  throw invalid(PREFIX + name, 'must be true or false', 'Send exactly true or false.')
}

function readTimeout(value: string | null): number | null {
  if (value === null) return null
  if (!/^[0-9]{1,10}$/.test(value) || Number(value) < 1) {
    throw invalid(
      `${PREFIX}request-timeout`,
      'must be a whole number of milliseconds, 1 or more',
      'For thirty seconds send 30000.',
    )
  }
  return Number(value)
}

function readTraceId(value: string | null): string | null {
  if (value === null || /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value)) return value
  throw invalid(
    `${PREFIX}trace-id`,
    'has characters other than visible ASCII',
    'Send 1 to 128 visible ASCII characters.',
  )
}

const MAX_METADATA_KEYS = 64

function readMetadata(value: string | null): Readonly<Record<string, unknown>> | null {
  if (value === null) return null
  const header = `${PREFIX}metadata`
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    throw invalid(header, 'is not valid JSON', 'Send a JSON object such as {"_user":"u-17"}.')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalid(header, 'must be a JSON object', 'Send a JSON object such as {"_user":"u-17"}.')
  }
  if (Object.keys(parsed).length > MAX_METADATA_KEYS) {
    throw invalid(header, `has more than ${MAX_METADATA_KEYS} keys`, `Send at most ${MAX_METADATA_KEYS} keys.`)
  }
  return parsed as Record<string, unknown>
}

/** A JSON array, the same in single quotes (as Python prints it), or a comma list. */
function readNames(value: string | null, prefixes: readonly string[]): readonly string[] | null {
  if (value === null) return null
  const header = `${PREFIX}forward-headers`
  const names = value.trim().startsWith('[') ? readNameArray(value) : value.split(',').map((name) => name.trim())
  if (names === null)
    throw invalid(header, 'is not an array of header names', 'Send ["X-One","X-Two"] or X-One, X-Two.')
  for (const name of names) {
    const reason = refuseForwardName(name, prefixes)
    if (reason !== null) throw invalid(header, `may not name "${name.slice(0, 64)}": ${reason}`, 'Remove that name.')
  }
  return names.map((name) => name.toLowerCase())
}

function readNameArray(value: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(value.replaceAll("'", '"'))
    if (Array.isArray(parsed) && parsed.every((name): name is string => typeof name === 'string')) return parsed
  } catch {
    // Not JSON: refused by the caller with the header's name.
  }
  return null
}

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
