/** Reads a request's gateway headers, under our prefix and its aliases, into typed options. */

import { GatewayError } from '../errors.ts'
import type { HeaderMap } from '../headers.ts'
import { canonicalName } from '../setting-names.ts'
import { didYouMean } from '../suggest.ts'
import { OPTIONS, type OptionName, PREFIX } from './option-table.ts'
import { invalid, once, readBoolean, readMetadata, readNames, readTimeout, readTraceId } from './option-values.ts'

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
  readonly isStrict: boolean
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
    traceId: readTraceId(once('trace-id', text('trace-id'))),
    metadata: readMetadata(text('metadata')),
    cacheForceRefresh: readBoolean('cache-force-refresh', text('cache-force-refresh')) ?? false,
    cacheNamespace: once('cache-namespace', text('cache-namespace')),
    requestTimeoutMs: readTimeout(text('request-timeout')),
    forwardHeaders: readNames(text('forward-headers'), rules.prefixes),
    debug: readBoolean('debug', text('debug')) ?? true,
    workspaceId: text('workspace-id'),
    isStrict: readBoolean('strict-open-ai-compliance', text('strict-open-ai-compliance')) ?? true,
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
      refuseUnderscores(header, rules.prefixes)
      const setting = UNPREFIXED.get(header)
      if (setting !== undefined) put(found.settings, setting, header, headers[header]!)
      continue
    }
    if (prefix !== PREFIX && !found.aliases.includes(prefix)) found.aliases.push(prefix)
    take(found, header, header.slice(prefix.length), headers[header]!, rules)
  }
  return found
}

/** Some servers read x_gateway_api_key as x-gateway-api-key; it must neither pass for ours nor travel on. */
function refuseUnderscores(header: string, prefixes: readonly string[]): void {
  if (!header.includes('_')) return
  const name = header.replaceAll('_', '-')
  if (prefixes.some((prefix) => name.startsWith(prefix))) {
    throw invalid(header, 'is spelled with underscores', `Send ${name}.`)
  }
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
