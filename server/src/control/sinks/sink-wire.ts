/** Request and response format of sinks. Credentials, webhook URLs and headers are never returned. */

import { z } from 'zod'
import { SINK_TYPES, type Sink, type SinkProgress, type SinkSettings } from '../../core/sinks/sinks.ts'

const MAX_BROKERS = 20
const MAX_HEADERS = 20
const MAX_EXCLUDED = 100

/** Headers that the delivery sets itself, or that belong to the connection. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['connection', 'content-encoding', 'content-length', 'content-type', 'expect', 'host', 'keep-alive'],
  ...['proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent'],
])

const secret = (about: string) => `${about} It is encrypted and never returned.`
const visible = (least: number, most: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[\\x21-\\x7e]{${least},${most}}$`),
      `must have ${least} to ${most} visible characters without spaces`,
    )

const unique = (values: readonly string[]) => new Set(values).size === values.length

const FIELDS = {
  name: z.string().trim().min(1).max(128),
  enabled: z.boolean(),
  filter: z
    .string()
    .trim()
    .max(1_000)
    .nullable()
    .describe(
      'Only logs that match: the filter language of the page Logs, such as `status:5xx -model:gpt-4o`. Null: every log. `key:` takes ids.',
    ),
  sample_rate: z
    .number()
    .gt(0, 'must be greater than 0; set enabled to false to send nothing')
    .max(1)
    .describe('Share of traces to send. All logs of a trace are sent, or none.'),
  bodies: z
    .enum(['none', 'masked', 'full'])
    .describe('Request and response bodies, if they are logged. `masked`: personal data and secrets are replaced.'),
  exclude_metadata: z
    .array(z.string().min(1).max(128))
    .max(MAX_EXCLUDED)
    .refine(unique, 'names a key twice')
    .describe('Metadata keys that are left out, such as `_user`.'),
  endpoint: z
    .string()
    .max(2_048)
    .refine(isBaseUrl, 'must be an http or https URL without user, password, query and fragment')
    .nullable()
    .describe(
      'For s3: URL of the service; null for AWS. For otlp: base URL of the collector; `/v1/logs` and `/v1/traces` are added.',
    ),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,63}$/, 'must be the name of a region, such as eu-central-1')
    .describe('For s3.'),
  bucket: z
    .string()
    .regex(
      /^(?!.*\.\.)[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket: 3 to 63 lower-case letters, digits, dots, underscores and hyphens',
    )
    .describe('For s3.'),
  prefix: z
    .string()
    .max(256)
    .refine(isPrefix, 'must be a folder such as logs/gateway, without a slash at its start and end')
    .describe('For s3: folder in the bucket.'),
  format: z.enum(['jsonl', 'parquet']).describe('For s3: format of the objects.'),
  signals: z
    .array(z.enum(['logs', 'spans']))
    .min(1)
    .max(2)
    .refine(unique, 'names a signal twice')
    .describe('For otlp. `spans`: spans with the GenAI attributes of OpenTelemetry.'),
  brokers: z
    .array(z.string().max(262).refine(isBroker, 'must be host:port, such as kafka-1.example.com:9093'))
    .min(1)
    .max(MAX_BROKERS)
    .refine(unique, 'names a broker twice')
    .describe('For kafka: brokers to connect to first.'),
  topic: z
    .string()
    .regex(
      /^(?!\.{1,2}$)[a-zA-Z0-9._-]{1,249}$/,
      'must be the name of a topic: letters, digits, dots, underscores and hyphens',
    )
    .describe('For kafka.'),
  tls: z.boolean().describe('For kafka.'),
  sasl: z.enum(['none', 'plain', 'scram-sha-256', 'scram-sha-512']).describe('For kafka: how to authenticate.'),
  message_key: z
    .enum(['trace_id', 'workspace_id'])
    .describe('For kafka: key of the messages. Messages with the same key are in one partition, in order.'),
  access_key_id: visible(1, 256).describe(secret('For s3.')),
  secret_access_key: visible(1, 1_024).describe(secret('For s3.')),
  session_token: visible(1, 8_192).nullable().describe(secret('For s3.')),
  webhook_url: z
    .string()
    .max(2_048)
    .refine(isUrl, 'must be an http or https URL without user and password')
    .describe(secret('For webhook.')),
  signing_secret: visible(16, 512).nullable().describe(secret('For webhook: signs the body (HMAC-SHA256).')),
  headers: z
    .record(
      z.string().regex(/^[a-zA-Z0-9!#$%&'*+.^_`|~-]{1,128}$/, 'must be the name of a header'),
      z.string().regex(/^[\x21-\x7e]([\x20-\x7e]{0,4094}[\x21-\x7e])?$/, 'must have 1 to 4,096 visible characters'),
    )
    .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `must have at most ${MAX_HEADERS} headers`)
    .refine(
      (headers) => Object.keys(headers).every((name) => !OWN_HEADERS.has(name.toLowerCase())),
      `must not set ${[...OWN_HEADERS].join(', ')}`,
    )
    .refine((headers) => unique(Object.keys(headers).map((name) => name.toLowerCase())), 'names a header twice')
    .nullable()
    .describe(secret('For webhook and otlp: headers of every request, such as Authorization.')),
  username: visible(1, 256).describe(secret('For kafka.')),
  password: visible(1, 1_024).describe(secret('For kafka.')),
}

const DESTINATION = {
  endpoint: FIELDS.endpoint.optional(),
  region: FIELDS.region.optional(),
  bucket: FIELDS.bucket.optional(),
  prefix: FIELDS.prefix.optional(),
  format: FIELDS.format.optional(),
  signals: FIELDS.signals.optional(),
  brokers: FIELDS.brokers.optional(),
  topic: FIELDS.topic.optional(),
  tls: FIELDS.tls.optional(),
  sasl: FIELDS.sasl.optional(),
  message_key: FIELDS.message_key.optional(),
  access_key_id: FIELDS.access_key_id.optional(),
  secret_access_key: FIELDS.secret_access_key.optional(),
  session_token: FIELDS.session_token.optional(),
  webhook_url: FIELDS.webhook_url.optional(),
  signing_secret: FIELDS.signing_secret.optional(),
  headers: FIELDS.headers.optional(),
  username: FIELDS.username.optional(),
  password: FIELDS.password.optional(),
}

export const sinkBody = z.strictObject({
  name: FIELDS.name,
  type: z.enum(SINK_TYPES),
  enabled: FIELDS.enabled.default(true),
  filter: FIELDS.filter.default(null),
  sample_rate: FIELDS.sample_rate.default(1),
  bodies: FIELDS.bodies.default('none'),
  exclude_metadata: FIELDS.exclude_metadata.default([]),
  ...DESTINATION,
  workspace_id: z.string().max(128).optional().describe('Admin keys can omit it to send the logs of every workspace.'),
})

export const sinkChange = z.strictObject({
  name: FIELDS.name.optional(),
  enabled: FIELDS.enabled.optional(),
  filter: FIELDS.filter.optional(),
  sample_rate: FIELDS.sample_rate.optional(),
  bodies: FIELDS.bodies.optional(),
  exclude_metadata: FIELDS.exclude_metadata.optional(),
  ...DESTINATION,
  workspace_id: z.string().max(128).optional().describe('The workspace of the sink. It cannot be changed.'),
})

export type GivenDestination = Pick<z.infer<typeof sinkChange>, keyof typeof DESTINATION>

const time = z.string().nullable()

const progressShape = {
  reported_at: z.string(),
  waiting_bytes: z
    .number()
    .describe('Bytes of logs not yet delivered. An upper bound: filters are applied at delivery.'),
  oldest_waiting_at: time.describe('Start of the oldest request that waits. Null if none does.'),
  delivered_logs: z.number(),
  filtered_logs: z.number().describe('Left out by the filter or by sampling.'),
  dropped_logs: z.number().describe('Lost: the sink was too far behind, or the destination rejected them permanently.'),
  last_delivered_at: time,
  failures: z.number().describe('Failed attempts to deliver. Each is repeated.'),
  last_error: z.object({ at: z.string(), message: z.string() }).nullable(),
}

export const progressReply = z.object({ object: z.literal('sink_progress'), node_id: z.string(), ...progressShape })

export const sinkReply = z.object({
  object: z.literal('sink'),
  id: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable().describe('Null: logs of every workspace.'),
  name: z.string(),
  type: z.enum(SINK_TYPES),
  enabled: z.boolean(),
  filter: z.string().nullable(),
  sample_rate: z.number(),
  bodies: FIELDS.bodies,
  exclude_metadata: z.array(z.string()),
  endpoint: z.string().nullable(),
  region: z.string().nullable(),
  bucket: z.string().nullable(),
  prefix: z.string().nullable(),
  format: z.enum(['jsonl', 'parquet']).nullable(),
  signals: z.array(z.enum(['logs', 'spans'])).nullable(),
  brokers: z.array(z.string()).nullable(),
  topic: z.string().nullable(),
  tls: z.boolean().nullable(),
  sasl: FIELDS.sasl.nullable(),
  message_key: FIELDS.message_key.nullable(),
  url_hint: z.string().nullable().describe('Scheme and host of the URL of a webhook.'),
  secrets: z.array(z.string()).nullable().describe('Names of the stored secrets. Null if they cannot be decrypted.'),
  progress: z
    .object(progressShape)
    .nullable()
    .describe('All nodes together, with the oldest report. Null: no node has reported within a day.'),
  created_by: z.string(),
  created_at: z.string(),
  last_updated_at: z.string(),
})

type Wire = z.infer<typeof sinkReply>

const NO_DESTINATION: Pick<
  Wire,
  | 'endpoint'
  | 'region'
  | 'bucket'
  | 'prefix'
  | 'format'
  | 'signals'
  | 'brokers'
  | 'topic'
  | 'tls'
  | 'sasl'
  | 'message_key'
> = {
  endpoint: null,
  region: null,
  bucket: null,
  prefix: null,
  format: null,
  signals: null,
  brokers: null,
  topic: null,
  tls: null,
  sasl: null,
  message_key: null,
}

export function sinkOnWire(sink: Sink, secrets: readonly string[] | null, reports: readonly SinkProgress[] = []): Wire {
  const { type, ...settings } = settingsOnWire(sink.settings)
  const { selection } = sink
  return {
    object: 'sink',
    id: sink.id,
    organisation_id: sink.organisationId,
    workspace_id: sink.workspaceId,
    name: sink.name,
    type,
    enabled: sink.isEnabled,
    filter: selection.filter,
    sample_rate: selection.sampleRate,
    bodies: selection.bodies,
    exclude_metadata: [...selection.withoutMetadata],
    ...NO_DESTINATION,
    ...(settings as Partial<Wire>),
    url_hint: sink.urlHint,
    secrets: secrets && [...secrets],
    progress: progressOfAll(reports),
    created_by: sink.createdBy,
    created_at: iso(sink.createdAtMs),
    last_updated_at: iso(sink.updatedAtMs),
  }
}

function settingsOnWire(settings: SinkSettings) {
  if (settings.type !== 'kafka') return settings
  const { messageKey, ...others } = settings
  return { ...others, message_key: messageKey }
}

export function progressOnWire(report: SinkProgress): z.infer<typeof progressReply> {
  return { object: 'sink_progress', node_id: report.nodeId, ...progressToWire(report) }
}

function progressOfAll(reports: readonly SinkProgress[]): Wire['progress'] {
  const [first, ...others] = reports
  return first === undefined ? null : progressToWire(others.reduce(mergeProgress, first))
}

function mergeProgress(one: SinkProgress, other: SinkProgress): SinkProgress {
  return {
    ...one,
    reportedAtMs: Math.min(one.reportedAtMs, other.reportedAtMs),
    waitingBytes: one.waitingBytes + other.waitingBytes,
    oldestWaitingAtMs: smaller(one.oldestWaitingAtMs, other.oldestWaitingAtMs),
    deliveredLogs: one.deliveredLogs + other.deliveredLogs,
    filteredLogs: one.filteredLogs + other.filteredLogs,
    droppedLogs: one.droppedLogs + other.droppedLogs,
    lastDeliveredAtMs: Math.max(one.lastDeliveredAtMs ?? 0, other.lastDeliveredAtMs ?? 0) || null,
    failures: one.failures + other.failures,
    lastError: (one.lastError?.atMs ?? 0) >= (other.lastError?.atMs ?? 0) ? one.lastError : other.lastError,
  }
}

function smaller(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

function progressToWire(report: SinkProgress) {
  return {
    reported_at: iso(report.reportedAtMs),
    waiting_bytes: report.waitingBytes,
    oldest_waiting_at: report.oldestWaitingAtMs === null ? null : iso(report.oldestWaitingAtMs),
    delivered_logs: report.deliveredLogs,
    filtered_logs: report.filteredLogs,
    dropped_logs: report.droppedLogs,
    last_delivered_at: report.lastDeliveredAtMs === null ? null : iso(report.lastDeliveredAtMs),
    failures: report.failures,
    last_error: report.lastError && { at: iso(report.lastError.atMs), message: report.lastError.message },
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function isUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

function isBaseUrl(text: string): boolean {
  return isUrl(text) && !/[?#]/.test(text)
}

function isPrefix(text: string): boolean {
  return text === '' || text.split('/').every((part) => /^(?!\.{1,2}$)[\w!.*'()=-]+$/.test(part))
}

function isBroker(text: string): boolean {
  const [, port] = /^[a-zA-Z0-9._-]{1,253}:(\d{1,5})$/.exec(text) ?? []
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535
}
