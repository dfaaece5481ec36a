/** Alert rules, channels and events in the admin API, and the texts that describe them. */

import { api } from '../../api/client.ts'
import { isOrganisationAdmin, workspaceId } from '../../app/session.ts'
import { duration, money } from '../../design/data/format.ts'

export type Metric = 'error_rate' | 'latency_p95' | 'cost' | 'budget_forecast'

export type Condition = {
  readonly metric: Metric
  readonly threshold: number
  readonly window_minutes: number
  readonly min_requests: number
}

export type AlertRule = {
  readonly id: string
  /** Null: all workspaces together. */
  readonly workspace_id: string | null
  readonly name: string
  readonly condition: Condition
  readonly channel_ids: readonly string[]
  readonly reminder_minutes: number | null
  readonly enabled: boolean
  readonly silenced_until: string | null
  readonly status: 'disabled' | 'waiting' | 'ok' | 'firing'
  readonly value: number | null
  readonly firing: readonly { readonly budget_name: string | null; readonly value: number; readonly since: string }[]
  readonly last_evaluated_at: string | null
}

export type ChannelType = 'webhook' | 'slack' | 'email'

export type AlertChannel = {
  readonly id: string
  readonly workspace_id: string | null
  readonly name: string
  readonly type: ChannelType
  readonly url_hint: string | null
  readonly is_signed: boolean
  readonly recipients: readonly string[]
  readonly budget_alerts: boolean
}

export type AlertEvent = {
  readonly id: string
  readonly created_at: string
  readonly workspace_id: string | null
  readonly event: 'alert.fired' | 'alert.reminder' | 'alert.resolved' | 'alert.test' | 'budget.threshold_reached'
  readonly rule_id: string | null
  readonly name: string
  readonly summary: string
  readonly is_silenced: boolean
  readonly deliveries: readonly {
    readonly channel_id: string
    readonly channel_name: string
    readonly status: 'pending' | 'delivered' | 'failed'
    readonly attempts: number
    readonly error: string | null
  }[]
}

export const METRICS: Readonly<Record<Metric, { readonly label: string; readonly unit: string }>> = {
  error_rate: { label: 'Error rate', unit: '%' },
  latency_p95: { label: 'p95 latency', unit: 'ms' },
  cost: { label: 'Cost', unit: 'US dollars' },
  budget_forecast: { label: 'Budget forecast', unit: '% of the limit' },
}

export const CHANNEL_TYPES: Readonly<Record<ChannelType, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  email: 'E-mail',
}

/** Query of calls about a rule or channel. Rules and channels of the organisation have no workspace_id. */
export function scopeOf({ workspace_id: id }: { readonly workspace_id: string | null }) {
  return { workspace_id: id ?? undefined }
}

/** Rules or channels of this workspace, plus those of the organisation if the user may see them. */
export async function load<Row extends { readonly workspace_id: string | null }>(
  path: '/alerts/rules' | '/alerts/channels',
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const scope = isOrganisationAdmin.value ? {} : { workspace_id: workspaceId.value }
  const { data } = await api.get<{ data: readonly Row[] }>(path, { query: { ...scope, page_size: 1000 }, signal })
  return data.filter((row) => row.workspace_id === null || row.workspace_id === workspaceId.value)
}

/** `12.5 %`, `2.3 s`, `$4.20`. */
export function valueWords(metric: Metric, value: number | null): string {
  if (value === null) return '—'
  if (metric === 'latency_p95') return value < 1_000 ? duration(value) : `${Number((value / 1_000).toFixed(2))} s`
  if (metric === 'cost') return money(value)
  return `${Number(value.toFixed(1))} %`
}

/** `Error rate above 5 % in 5 min`. */
export function conditionWords({ metric, threshold, window_minutes: minutes, min_requests: least }: Condition): string {
  const above = `${METRICS[metric].label} above ${valueWords(metric, threshold)}`
  if (metric === 'budget_forecast') return `${above} of the limit`
  return `${above} in ${minutesWords(minutes)}${least > 1 ? `, from ${least} requests` : ''}`
}

export function minutesWords(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
}

export function isSilenced({ silenced_until: until }: AlertRule): boolean {
  return until !== null && Date.parse(until) > Date.now()
}
