/** Sinks: systems outside of Gatehouse that receive copies of logs, such as S3, a webhook, OpenTelemetry or Kafka. */

import type { Listed, Page, Reach } from '../stores/reach.ts'

export const SINK_TYPES = ['s3', 'webhook', 'otlp', 'kafka'] as const
export type SinkType = (typeof SINK_TYPES)[number]

/** Which logs are sent, and which parts of them. */
export type SinkSelection = {
  /** The filter language of logs (`status:5xx -model:gpt-4o`); null: every log. */
  readonly filter: string | null
  /** Between 0 and 1. Decided by a hash of the trace id, so that all logs of a trace are sent or none. */
  readonly sampleRate: number
  /** `masked`: personal data and secrets in the bodies are replaced first. */
  readonly bodies: 'none' | 'masked' | 'full'
  /** Metadata keys that are left out, for example `_user`. */
  readonly withoutMetadata: readonly string[]
}

export type S3SinkSettings = {
  readonly type: 's3'
  /** Null: AWS, by region. */
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  /** Folder in the bucket. Objects: `<prefix>/day=2026-11-17/workspace=<workspace id>/<id>.jsonl.gz` or `.parquet`. */
  readonly prefix: string
  readonly format: 'jsonl' | 'parquet'
}
export type WebhookSinkSettings = { readonly type: 'webhook' }
export type OtlpSinkSettings = {
  readonly type: 'otlp'
  /** Base URL of the collector; `/v1/logs` and `/v1/traces` are added. */
  readonly endpoint: string
  readonly signals: readonly ('logs' | 'spans')[]
}
export type KafkaSinkSettings = {
  readonly type: 'kafka'
  readonly brokers: readonly string[]
  readonly topic: string
  readonly tls: boolean
  readonly sasl: 'none' | 'plain' | 'scram-sha-256' | 'scram-sha-512'
  /** Messages with the same key are in one partition, in order. */
  readonly messageKey: 'trace_id' | 'workspace_id'
}
export type SinkSettings = S3SinkSettings | WebhookSinkSettings | OtlpSinkSettings | KafkaSinkSettings

/** Encrypted as one JSON text; members that a type does not use are absent. */
export type SinkSecret = {
  readonly accessKeyId?: string
  readonly secretAccessKey?: string
  readonly sessionToken?: string
  /** The URL of a webhook can contain a token. */
  readonly url?: string
  readonly signingSecret?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly username?: string
  readonly password?: string
}

export type Sink = {
  readonly id: string
  readonly organisationId: string
  /** Null: logs of every workspace of the organisation. */
  readonly workspaceId: string | null
  readonly name: string
  readonly isEnabled: boolean
  readonly settings: SinkSettings
  readonly selection: SinkSelection
  /** Encrypted `SinkSecret`; null if there is none. */
  readonly sealed: string | null
  /** The part of a secret URL that is shown, without its path; null if the sink has no secret URL. */
  readonly urlHint: string | null
  readonly createdBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** Encryption context: the text can be decrypted for this sink only. */
export function sinkContext({ id, organisationId }: Pick<Sink, 'id' | 'organisationId'>): string {
  return `sinks/sealed/${organisationId}/${id}`
}

export interface SinkStore {
  /** Finds only sinks the caller may change: those of its workspace, or all if it can access the organisation. */
  find(reach: Reach, id: string): Promise<Sink | undefined>
  /** Sorted by name. */
  list(reach: Reach, page: Page): Promise<Listed<Sink>>
  count(organisationId: string): Promise<number>
  /** Enabled sinks of every organisation, for delivery. */
  enabled(): Promise<readonly Sink[]>
  insert(sink: Sink): Promise<void>
  update(sink: Sink): Promise<void>
  remove(id: string): Promise<void>
}

/** Delivery progress of one node for one sink. Nodes report it to the database, so that the admin API can list all. */
export type SinkProgress = {
  readonly sinkId: string
  readonly nodeId: string
  readonly reportedAtMs: number
  /** Size of the logs in the journal that are not yet delivered; an upper bound, because filters run at delivery. */
  readonly waitingBytes: number
  /** Start time of the oldest log not yet delivered; null if none waits. */
  readonly oldestWaitingAtMs: number | null
  readonly deliveredLogs: number
  readonly filteredLogs: number
  /** Dropped because the sink was too far behind for the journal, or because it rejected them permanently. */
  readonly droppedLogs: number
  readonly lastDeliveredAtMs: number | null
  readonly failures: number
  readonly lastError: { readonly atMs: number; readonly message: string } | null
}

export interface SinkProgressStore {
  report(progress: readonly SinkProgress[]): Promise<void>
  /** One entry per sink and node. Nodes that have not reported for a day are left out. */
  ofSinks(sinkIds: readonly string[]): Promise<readonly SinkProgress[]>
}

export type SinkTestResult = { readonly isDelivered: boolean; readonly message: string; readonly durationMs: number }

/** The part of log delivery that the admin API uses. */
export interface SinkDelivery {
  /** Sends one sample log to the sink and waits for its response. */
  test(settings: SinkSettings, secret: SinkSecret): Promise<SinkTestResult>
  /** Reads the sinks again after a change. */
  refresh(): void
}
