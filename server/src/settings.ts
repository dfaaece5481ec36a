/** Reads all settings from environment variables. Apart from the CLI, no other file reads the environment. */

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { PREFIX } from './core/options/option-table.ts'
import { decodedPart } from './core/request-url.ts'
import { isReference } from './core/secrets/secret-reference.ts'
import { ALERT_ENVIRONMENT, type AlertSettings, readAlerts } from './settings/alert-settings.ts'
import { CORS_ENVIRONMENT, type CorsSettings, readCors } from './settings/cors-settings.ts'
import {
  EMBEDDER_ENVIRONMENT,
  type EmbedderSettings,
  readEmbedder,
  readThreshold,
} from './settings/embedder-settings.ts'
import { IDENTITY_ENVIRONMENT, type IdentitySettings, readIdentities } from './settings/identity-settings.ts'
import { INTAKE_ENVIRONMENT, type IntakeSettings, readIntake } from './settings/intake-settings.ts'
import { memoryLimitBytes } from './settings/memory-limit.ts'
import { PROCESS_ENVIRONMENT, type ProcessSettings, readProcess } from './settings/process-settings.ts'
import { type ReadText, readInteger } from './settings/readers.ts'
import { readSecrets, SECRET_ENVIRONMENT, type SecretSettings } from './settings/secret-settings.ts'
import { readSinks, SINK_ENVIRONMENT, type SinkSettings } from './settings/sink-settings.ts'
import {
  DATABASE_ENVIRONMENT,
  type DatabaseSettings,
  DURABILITY_ENVIRONMENT,
  type DurabilitySettings,
  ENCRYPTION_ENVIRONMENT,
  type EncryptionSettings,
  HISTORY_ENVIRONMENT,
  type HistorySettings,
  REDIS_ENVIRONMENT,
  type RedisSettings,
  readDatabase,
  readDurability,
  readEncryption,
  readHistory,
  readRedis,
} from './settings/store-settings.ts'
import { readTls, TLS_ENVIRONMENT, type TlsSettings } from './settings/tls-settings.ts'

export type GatehouseSettings = DatabaseSettings &
  RedisSettings &
  DurabilitySettings &
  HistorySettings &
  EncryptionSettings &
  ProcessSettings &
  IntakeSettings &
  IdentitySettings &
  SecretSettings &
  AlertSettings &
  SinkSettings &
  CorsSettings &
  TlsSettings & {
    readonly host: string
    readonly port: number
    readonly dataDirectory: string
    readonly masterKey: Uint8Array | null
    /** The previous master key, during a rotation. */
    readonly previousMasterKey: Uint8Array | null
    readonly adminApiKey: string | null
    readonly workspaceApiKey: string | null
    readonly trustedHosts: readonly string[]
    /** Networks whose X-Forwarded-For and X-Forwarded-Proto headers are trusted. */
    readonly trustedProxies: readonly string[]
    readonly publicUrl: string | null
    readonly logBodies: boolean
    readonly retentionDays: number
    /** The gateway's header prefix and its aliases, each with the trailing hyphen. */
    readonly headerPrefixes: readonly string[]
    readonly maxBodyBytes: number
    readonly idleTimeoutMs: number
    readonly connectTimeoutMs: number
    readonly stallTimeoutMs: number
    readonly maxCallsPerRequest: number
    readonly drainMs: number
    /** True if `GET /v1/models` requests the model lists of the workspace's providers. */
    readonly listsProviderModels: boolean
    readonly keyConcurrency: number
    readonly bodyMemoryBytes: number
    readonly maxResidentBytes: number
    readonly cacheBytes: number
    /** Null: the semantic cache matches only equal requests. */
    readonly embedder: EmbedderSettings | null
    readonly embedderDimensions: number | null
    readonly embedderTimeoutMs: number
    readonly cacheThreshold: number
    readonly semanticCacheBytes: number
    /** URL that budget alerts are posted to, and the secret that signs them. */
    readonly alertWebhookUrl: string | null
    readonly alertWebhookSecret: string | null
    /** True if /metrics requires no key. */
    readonly hasOpenMetrics: boolean
    /** Export of traces; null: disabled. */
    readonly traces: TraceSettings | null
    /** `json` prints the address as one line of JSON instead of the welcome screen. */
    readonly announce: 'human' | 'json'
  }

export type TraceSettings = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
}

/** An invalid variable. The process prints the message and exits with code 78. */
export class SettingsError extends Error {}

export const ENVIRONMENT = [
  ['GATEWAY_HOST', '127.0.0.1', 'Address to listen on.'],
  ['GATEWAY_PORT', '8787', 'Port to listen on; 0 takes a free one.'],
  ...TLS_ENVIRONMENT,
  ['GATEWAY_DATA_DIR', './data', 'Folder of the embedded store; with DATABASE_URL, of this node’s journal.'],
  ...DURABILITY_ENVIRONMENT,
  ...HISTORY_ENVIRONMENT,
  ...ENCRYPTION_ENVIRONMENT,
  ...DATABASE_ENVIRONMENT,
  ...REDIS_ENVIRONMENT,
  [
    'GATEWAY_MASTER_KEY',
    'a key file in the data folder',
    '32 bytes as 64 hexadecimal digits or base64, or a secret:// reference to them.',
  ],
  ['GATEWAY_MASTER_KEY_PREVIOUS', 'none', 'The previous master key, during a rotation.'],
  ['GATEWAY_ADMIN_API_KEY', 'random', 'Value of the first Admin key, 16 characters or more.'],
  ['GATEWAY_WORKSPACE_API_KEY', 'random', 'Value of the first workspace key, 16 characters or more.'],
  [
    'GATEWAY_TRUSTED_HOSTS',
    'none',
    'Private and loopback hosts that the gateway may call: names, *.domain, addresses or CIDRs, optional :port; comma-separated.',
  ],
  [
    'GATEWAY_TRUSTED_PROXIES',
    'none',
    'Addresses or CIDRs of proxies whose X-Forwarded-For is trusted; comma-separated. Callers can then no longer use loopback hosts.',
  ],
  [
    'GATEWAY_PUBLIC_URL',
    'none',
    'The address callers use, if it differs from host and port. Callers can then no longer use loopback hosts.',
  ],
  ...SECRET_ENVIRONMENT,
  ...CORS_ENVIRONMENT,
  ...IDENTITY_ENVIRONMENT,
  ['GATEWAY_LOG_BODIES', 'true', 'false excludes request and response bodies from all logs.'],
  ['GATEWAY_RETENTION_DAYS', '30', 'Days until logs are deleted.'],
  [
    'GATEWAY_HEADER_ALIASES',
    'x-portkey',
    'Additional prefixes for x-gateway-* headers; comma-separated, empty for none.',
  ],
  [
    'GATEWAY_MAX_BODY_BYTES',
    '33554432',
    'Maximum size of a JSON request body, and of a compressed one when decompressed; other uploads are streamed and have no limit.',
  ],
  [
    'GATEWAY_IDLE_TIMEOUT_MS',
    '600000',
    'Maximum time without data from a provider before its response counts as broken.',
  ],
  [
    'GATEWAY_CONNECT_TIMEOUT_MS',
    '5000',
    'Time for DNS, TCP and TLS of a call to a provider; the config key connect_timeout replaces it.',
  ],
  [
    'GATEWAY_STALL_TIMEOUT_MS',
    '120000',
    'Maximum time a caller may stop reading a response before its connection is closed.',
  ],
  [
    'GATEWAY_MAX_CALLS_PER_REQUEST',
    '20',
    'Maximum attempts per request: retries, fallbacks and credential rotation together.',
  ],
  [
    'GATEWAY_LIST_PROVIDER_MODELS',
    'true',
    'false stops GET /v1/models from requesting the lists of providers; each virtual key is then listed as @slug.',
  ],
  ['GATEWAY_KEY_CONCURRENCY', '10000', 'Maximum concurrent requests per gateway key.'],
  ['GATEWAY_BODY_MEMORY_BYTES', '268435456', 'Memory for the bodies of all concurrent requests.'],
  ...INTAKE_ENVIRONMENT,
  [
    'GATEWAY_MAX_RESIDENT_BYTES',
    '85 % of the memory limit',
    'Resident memory above which requests and bodies are rejected with 503. The memory limit is the lowest limit of the process’s control groups (cgroup v1 or v2, including MemoryMax of a systemd unit), else the memory of the machine.',
  ],
  ['GATEWAY_CACHE_BYTES', '134217728', 'Memory of the response cache.'],
  ...EMBEDDER_ENVIRONMENT,
  ['GATEWAY_ALERT_WEBHOOK_URL', 'none', 'URL that budget alerts are posted to; it may be a private address.'],
  ['GATEWAY_ALERT_WEBHOOK_SECRET', 'none', 'Secret that signs the alerts (HMAC-SHA256), 16 characters or more.'],
  ...ALERT_ENVIRONMENT,
  ...SINK_ENVIRONMENT,
  ['GATEWAY_DRAIN_MS', '30000', 'Time for running requests to finish after SIGTERM.'],
  ...PROCESS_ENVIRONMENT,
  ['GATEWAY_METRICS_OPEN', 'false', 'true serves /metrics without an Admin key.'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'none',
    'URL of an OpenTelemetry collector (OTLP over HTTP, JSON); /v1/traces is appended.',
  ],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'none',
    'Headers for the collector: name=value, comma-separated, values percent-encoded.',
  ],
  ['OTEL_SERVICE_NAME', 'gatehouse', 'Service name in exported spans.'],
] as const

/** `overrides` (command-line flags) take precedence over the environment. */
export function readSettings(overrides: Readonly<Record<string, string>> = {}): GatehouseSettings {
  const environment: Readonly<Record<string, string | undefined>> = { ...process.env, ...overrides }
  const text = (name: string): string | null => environment[name]?.trim() || null
  const database = readDatabase(text, refuse)
  const redis = readRedis(text, refuse)
  if (text('GATEWAY_ADMIN_API_KEY') !== null && text('GATEWAY_ADMIN_API_KEY') === text('GATEWAY_WORKSPACE_API_KEY')) {
    throw new SettingsError('GATEWAY_ADMIN_API_KEY and GATEWAY_WORKSPACE_API_KEY must differ.')
  }
  return {
    host: text('GATEWAY_HOST') ?? '127.0.0.1',
    port: integer('GATEWAY_PORT', text('GATEWAY_PORT'), 8787, 0, 65535),
    ...readTls(text, refuse),
    ...database,
    ...redis,
    ...readDurability(text, refuse),
    ...readHistory(text, refuse),
    ...readEncryption(text, refuse),
    ...readProcess(text, refuse),
    ...readIntake(text, refuse),
    dataDirectory: resolve(text('GATEWAY_DATA_DIR') ?? './data'),
    masterKey: readMasterKey('GATEWAY_MASTER_KEY', text('GATEWAY_MASTER_KEY')),
    previousMasterKey: readMasterKey('GATEWAY_MASTER_KEY_PREVIOUS', text('GATEWAY_MASTER_KEY_PREVIOUS')),
    adminApiKey: firstKey('GATEWAY_ADMIN_API_KEY', text('GATEWAY_ADMIN_API_KEY')),
    workspaceApiKey: firstKey('GATEWAY_WORKSPACE_API_KEY', text('GATEWAY_WORKSPACE_API_KEY')),
    trustedHosts: list(text('GATEWAY_TRUSTED_HOSTS') ?? ''),
    trustedProxies: networks('GATEWAY_TRUSTED_PROXIES', list(text('GATEWAY_TRUSTED_PROXIES') ?? '')),
    publicUrl: publicUrl(text('GATEWAY_PUBLIC_URL')),
    ...readCors(text, refuse),
    ...readIdentities(text, refuse),
    ...readSecrets(text, refuse),
    logBodies: boolean('GATEWAY_LOG_BODIES', text('GATEWAY_LOG_BODIES'), true),
    retentionDays: integer('GATEWAY_RETENTION_DAYS', text('GATEWAY_RETENTION_DAYS'), 30, 1, 36500),
    headerPrefixes: [PREFIX, ...list(environment['GATEWAY_HEADER_ALIASES'] ?? 'x-portkey').map(alias)],
    maxBodyBytes: integer('GATEWAY_MAX_BODY_BYTES', text('GATEWAY_MAX_BODY_BYTES'), 32 * 1024 * 1024, 1024, 2 ** 31),
    idleTimeoutMs: integer('GATEWAY_IDLE_TIMEOUT_MS', text('GATEWAY_IDLE_TIMEOUT_MS'), 600_000, 100, 2 ** 31 - 1),
    connectTimeoutMs: integer('GATEWAY_CONNECT_TIMEOUT_MS', text('GATEWAY_CONNECT_TIMEOUT_MS'), 5_000, 1, 2 ** 31 - 1),
    stallTimeoutMs: integer('GATEWAY_STALL_TIMEOUT_MS', text('GATEWAY_STALL_TIMEOUT_MS'), 120_000, 100, 2 ** 31 - 1),
    maxCallsPerRequest: integer('GATEWAY_MAX_CALLS_PER_REQUEST', text('GATEWAY_MAX_CALLS_PER_REQUEST'), 20, 1, 10_000),
    listsProviderModels: boolean('GATEWAY_LIST_PROVIDER_MODELS', text('GATEWAY_LIST_PROVIDER_MODELS'), true),
    keyConcurrency: integer('GATEWAY_KEY_CONCURRENCY', text('GATEWAY_KEY_CONCURRENCY'), 10_000, 1, 10_000_000),
    bodyMemoryBytes: integer(
      'GATEWAY_BODY_MEMORY_BYTES',
      text('GATEWAY_BODY_MEMORY_BYTES'),
      256 * 1024 * 1024,
      1024,
      MAX_BYTES,
    ),
    maxResidentBytes: integer(
      'GATEWAY_MAX_RESIDENT_BYTES',
      text('GATEWAY_MAX_RESIDENT_BYTES'),
      Math.floor(memoryLimitBytes() * 0.85),
      1024,
      MAX_BYTES,
    ),
    cacheBytes: integer('GATEWAY_CACHE_BYTES', text('GATEWAY_CACHE_BYTES'), 128 * 1024 * 1024, 1024, MAX_BYTES),
    embedder: readEmbedder(text, refuse),
    embedderDimensions:
      integer('GATEWAY_EMBEDDER_DIMENSIONS', text('GATEWAY_EMBEDDER_DIMENSIONS'), 0, 1, 16_384) || null,
    embedderTimeoutMs: integer('GATEWAY_EMBEDDER_TIMEOUT_MS', text('GATEWAY_EMBEDDER_TIMEOUT_MS'), 300, 1, 60_000),
    cacheThreshold: readThreshold(text, refuse),
    semanticCacheBytes: integer(
      'GATEWAY_SEMANTIC_CACHE_BYTES',
      text('GATEWAY_SEMANTIC_CACHE_BYTES'),
      64 * 1024 * 1024,
      1024,
      MAX_BYTES,
    ),
    alertWebhookUrl: webhookUrl('GATEWAY_ALERT_WEBHOOK_URL', text('GATEWAY_ALERT_WEBHOOK_URL')),
    alertWebhookSecret: firstKey('GATEWAY_ALERT_WEBHOOK_SECRET', text('GATEWAY_ALERT_WEBHOOK_SECRET')),
    ...readAlerts(text, refuse),
    ...readSinks(text, refuse),
    drainMs: integer('GATEWAY_DRAIN_MS', text('GATEWAY_DRAIN_MS'), 30_000, 0, 3_600_000),
    hasOpenMetrics: boolean('GATEWAY_METRICS_OPEN', text('GATEWAY_METRICS_OPEN'), false),
    traces: traceSettings(text),
    announce: text('GATEWAY_ANNOUNCE') === 'json' ? 'json' : 'human',
  }
}

/** The variables whose values are secret references, with the settings that are needed to read the secrets. */
export function readReferences(overrides: Readonly<Record<string, string>> = {}) {
  const environment: Readonly<Record<string, string | undefined>> = { ...process.env, ...overrides }
  const text = (name: string): string | null => environment[name]?.trim() || null
  const references = ENVIRONMENT.flatMap(([name]) => {
    const value = text(name)
    return value !== null && isReference(value) ? [[name, value] as const] : []
  })
  return { references, ...readSecrets(text, refuse), ...readIdentities(text, refuse) }
}

const MAX_BYTES = 2 ** 40

function refuse(message: string): never {
  throw new SettingsError(message)
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function networks(name: string, entries: readonly string[]): readonly string[] {
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/')
    const version = isIP(address)
    const isRight =
      version !== 0 && rest.length === 0 && (bits === undefined || isPrefix(bits, version === 4 ? 32 : 128))
    if (!isRight) throw new SettingsError(`${name}: "${entry}" is not an IP address or CIDR such as 10.0.0.0/8.`)
  }
  return entries
}

function isPrefix(bits: string, most: number): boolean {
  return /^[0-9]{1,3}$/.test(bits) && Number(bits) <= most
}

function publicUrl(value: string | null): string | null {
  if (value === null) return null
  if (/^https?:\/\/[^/?#@\s]+$/.test(value.replace(/\/$/, ''))) return value.replace(/\/$/, '')
  throw new SettingsError('GATEWAY_PUBLIC_URL must be http(s)://host[:port] without a path.')
}

function traceSettings(text: ReadText): TraceSettings | null {
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === null) return null
  if (!/^https?:\/\/[^/?#@\s]+[^?#\s]*$/.test(endpoint))
    throw new SettingsError('OTEL_EXPORTER_OTLP_ENDPOINT must be http(s)://host[:port][/path].')
  const headers: Record<string, string> = {}
  for (const pair of list(text('OTEL_EXPORTER_OTLP_HEADERS') ?? '')) {
    const [, name, value] = /^([A-Za-z0-9-]+)=([\x21-\x7e]*)$/.exec(pair) ?? []
    if (name === undefined || value === undefined)
      throw new SettingsError('OTEL_EXPORTER_OTLP_HEADERS must be name=value, comma-separated, values percent-encoded.')
    headers[name.toLowerCase()] = decodedPart(value)
  }
  const serviceName = text('OTEL_SERVICE_NAME') ?? 'gatehouse'
  return { url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers, serviceName }
}

/** The message does not contain the value, because the URL path may be a secret. */
function webhookUrl(name: string, value: string | null): string | null {
  if (value === null || (/^https?:\/\//.test(value) && URL.canParse(value))) return value
  throw new SettingsError(`${name} must be an http or https address.`)
}

function alias(name: string): string {
  const prefix = name.toLowerCase().replace(/-$/, '')
  if (/^x-[a-z0-9]+(-[a-z0-9]+)*$/.test(prefix) && prefix !== 'x-api') return `${prefix}-`
  throw new SettingsError(
    'GATEWAY_HEADER_ALIASES must name prefixes such as x-portkey: x-, then letters, digits and hyphens.',
  )
}

function integer(name: string, value: string | null, fallback: number, least: number, most: number): number {
  return readInteger(name, value, fallback, least, most, refuse)
}

function boolean(name: string, value: string | null, fallback: boolean): boolean {
  if (value === null) return fallback
  if (value === 'true' || value === 'false') return value === 'true'
  throw new SettingsError(`${name} must be true or false.`)
}

function firstKey(name: string, value: string | null): string | null {
  if (value === null || /^[\x21-\x7e]{16,512}$/.test(value)) return value
  throw new SettingsError(`${name} must have 16 to 512 visible characters without spaces.`)
}

function readMasterKey(name: string, value: string | null): Uint8Array | null {
  if (value === null) return null
  const key = /^[0-9a-fA-F]{64}$/.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  // The message must not contain the value: it encrypts all other secrets.
  if (key.length !== 32) throw new SettingsError(`${name} must be 32 bytes, as 64 hexadecimal digits or base64.`)
  if (key.every((byte) => byte === key[0]))
    throw new SettingsError(`${name} is one byte repeated; generate a random key with "openssl rand -hex 32".`)
  return key
}
