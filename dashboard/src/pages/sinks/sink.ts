/** Sinks in the admin API, and the texts that describe them. */

import { api } from '../../api/client.ts'
import { isOrganisationAdmin, workspaceId } from '../../app/session.ts'

export type SinkType = 's3' | 'webhook' | 'otlp' | 'kafka'

export type Progress = {
  readonly reported_at: string
  readonly waiting_bytes: number
  readonly oldest_waiting_at: string | null
  readonly delivered_logs: number
  readonly filtered_logs: number
  readonly dropped_logs: number
  readonly last_delivered_at: string | null
  readonly failures: number
  readonly last_error: { readonly at: string; readonly message: string } | null
}

export type NodeProgress = Progress & { readonly node_id: string }

export type Sink = {
  readonly id: string
  /** Null: logs of every workspace. */
  readonly workspace_id: string | null
  readonly name: string
  readonly type: SinkType
  readonly enabled: boolean
  readonly filter: string | null
  readonly sample_rate: number
  readonly bodies: 'none' | 'masked' | 'full'
  readonly exclude_metadata: readonly string[]
  readonly endpoint: string | null
  readonly region: string | null
  readonly bucket: string | null
  readonly prefix: string | null
  readonly format: 'jsonl' | 'parquet' | null
  readonly signals: readonly ('logs' | 'spans')[] | null
  readonly brokers: readonly string[] | null
  readonly topic: string | null
  readonly tls: boolean | null
  readonly sasl: string | null
  readonly message_key: string | null
  readonly url_hint: string | null
  /** Names of the stored secrets; null: they cannot be decrypted. */
  readonly secrets: readonly string[] | null
  readonly progress: Progress | null
}

export const SINK_TYPES: Readonly<Record<SinkType, string>> = {
  s3: 'S3',
  webhook: 'Webhook',
  otlp: 'OpenTelemetry',
  kafka: 'Kafka',
}

/** Query of calls about a sink. Sinks of the organisation have no workspace_id. */
export function scopeOf({ workspace_id: id }: Pick<Sink, 'workspace_id'>) {
  return { workspace_id: id ?? undefined }
}

/** Sinks of this workspace, plus those of the organisation if the user may see them. */
export async function loadSinks(signal: AbortSignal): Promise<readonly Sink[]> {
  const scope = isOrganisationAdmin.value ? {} : { workspace_id: workspaceId.value }
  const { data } = await api.get<{ data: readonly Sink[] }>('/sinks', { query: { ...scope, page_size: 1000 }, signal })
  return data.filter((sink) => sink.workspace_id === null || sink.workspace_id === workspaceId.value)
}

export function destinationOf(sink: Sink): string {
  if (sink.type === 's3')
    return [sink.endpoint ?? `AWS ${sink.region}`, sink.bucket, sink.prefix].filter(Boolean).join(' / ')
  if (sink.type === 'kafka') return `${sink.brokers?.join(', ')} / ${sink.topic}`
  return sink.endpoint ?? sink.url_hint ?? ''
}
