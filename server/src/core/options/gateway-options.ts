/** Parses the gateway headers of a request (x-gateway-* and aliases) into typed options. */

import { GatewayError } from '../errors.ts'
import type { HeaderMap } from '../headers.ts'
import { canonicalName } from '../setting-names.ts'
import { didYouMean } from '../suggest.ts'
import { OPTIONS, type OptionName, PREFIX } from './option-table.ts'
import { invalid, once, readBoolean, readMetadata, readNames, readTimeout, readTraceId } from './option-values.ts'
import { prefixOf } from './prefixed.ts'
import { refusedHeader } from './refused-headers.ts'

/** Headers that Portkey clients send and that have no effect here. The span headers are read in span.ts. */
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

/** Provider settings whose headers have no gateway prefix. */
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
  readonly isStrict: boolean | null
  /** Ids, or JSON as in a config. Parsed when the plan is compiled. */
  readonly defaultInputGuardrails: string | null
  readonly defaultOutputGuardrails: string | null
  /** Provider settings under their canonical snake_case names. */
  readonly settings: Readonly<Record<string, string>>
  /** Alias prefixes the caller used. Response headers are duplicated under them. */
  readonly aliases: readonly string[]
  readonly warnings: readonly string[]
}

export type OptionRules = {
  /** The gateway's header prefix and its aliases, each with the trailing hyphen. */
  readonly prefixes: readonly string[]
  /** True if any provider has a setting with this canonical name. */
  readonly isSetting: (key: string) => boolean
}

const LIMITS: Partial<Record<OptionName, number>> = {
  'trace-id': 128,
  metadata: 4096,
  'cache-namespace': 256,
  config: 48 * 1024,
  'custom-host': 2048,
  'default-input-guardrails': 16 * 1024,
  'default-output-guardrails': 16 * 1024,
}

export function readGatewayOptions(headers: HeaderMap, rules: OptionRules): GatewayOptions {
  const { values, settings, aliases, warnings } = collect(headers, rules)
  return {
    apiKey: values['api-key'] ?? null,
    provider: values['provider'] ?? null,
    virtualKey: values['virtual-key'] ?? null,
    config: values['config'] ?? null,
    customHost: values['custom-host'] ?? null,
    traceId: readTraceId(once('trace-id', values['trace-id'] ?? null)),
    metadata: readMetadata(values['metadata'] ?? null),
    cacheForceRefresh: readBoolean('cache-force-refresh', values['cache-force-refresh'] ?? null) ?? false,
    cacheNamespace: once('cache-namespace', values['cache-namespace'] ?? null),
    requestTimeoutMs: readTimeout(values['request-timeout'] ?? null),
    forwardHeaders: readNames(values['forward-headers'] ?? null, rules.prefixes),
    debug: readBoolean('debug', values['debug'] ?? null) ?? true,
    workspaceId: values['workspace-id'] ?? null,
    isStrict: readBoolean('strict-open-ai-compliance', values['strict-open-ai-compliance'] ?? null),
    defaultInputGuardrails: values['default-input-guardrails'] ?? null,
    defaultOutputGuardrails: values['default-output-guardrails'] ?? null,
    settings,
    aliases,
    warnings,
  }
}

type Found = {
  readonly values: Partial<Record<OptionName, string>>
  readonly settings: Record<string, string>
  readonly aliases: string[]
  readonly warnings: string[]
}

type KnownHeader = { readonly prefix: string; readonly name: OptionName }

const tables = new WeakMap<readonly string[], ReadonlyMap<string, KnownHeader>>()

/** All header names under all prefixes, computed once per list of prefixes. */
function headersOf(prefixes: readonly string[]): ReadonlyMap<string, KnownHeader> {
  const known = tables.get(prefixes)
  if (known) return known
  const table = new Map<string, KnownHeader>()
  for (const prefix of prefixes) for (const { name } of OPTIONS) table.set(prefix + name, { prefix, name })
  tables.set(prefixes, table)
  return table
}

function collect(headers: HeaderMap, rules: OptionRules): Found {
  const found: Found = { values: {}, settings: {}, aliases: [], warnings: [] }
  const table = headersOf(rules.prefixes)
  for (const header in headers) {
    if (header.charCodeAt(0) !== 0x78) continue
    const known = table.get(header)
    if (known) {
      noteAlias(found, known.prefix)
      put(found.values, known.name, header, headers[header]!, LIMITS[known.name])
      continue
    }
    const prefix = prefixOf(header, rules.prefixes)
    if (prefix === null) {
      refuseUnderscores(header, rules.prefixes)
      const setting = UNPREFIXED.get(header)
      if (setting !== undefined) put(found.settings, setting, header, headers[header]!)
      continue
    }
    noteAlias(found, prefix)
    take(found, header, header.slice(prefix.length), headers[header]!, rules)
  }
  return found
}

function noteAlias({ aliases }: Found, prefix: string): void {
  if (prefix !== PREFIX && !aliases.includes(prefix)) aliases.push(prefix)
}

/** Some servers treat x_gateway_api_key as x-gateway-api-key. Reject it, so that it is neither used nor forwarded. */
function refuseUnderscores(header: string, prefixes: readonly string[]): void {
  if (!header.includes('_')) return
  const name = header.replaceAll('_', '-')
  if (prefixOf(name, prefixes) !== null) throw invalid(header, 'contains underscores', `Send ${name}.`)
}

/** Handles a header that is not in `OPTIONS`: a provider setting, or an unknown header. */
function take(found: Found, header: string, name: string, value: string, rules: OptionRules): void {
  const setting = canonicalName(name.replaceAll('-', '_'))
  if (rules.isSetting(setting)) return put(found.settings, setting, header, value, 16 * 1024)
  if (IGNORED.has(name)) return
  const refused = refusedHeader(name)
  if (refused !== null) {
    const message = `${header} ${refused.problem}.${didYouMean(name, NAMES)}`
    throw new GatewayError('not_supported', { param: header, message, hint: refused.hint })
  }
  found.warnings.push(`Header ${header} is not known and was ignored.${didYouMean(name, NAMES)}`)
}

function put<Key extends string>(
  into: Partial<Record<Key, string>>,
  key: Key,
  header: string,
  value: string,
  limit = 8192,
): void {
  if (value === '') throw invalid(header, 'is empty', 'Omit the header, or give it a value.')
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
