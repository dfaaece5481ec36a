/** Kysely types of the tables of alert rules. */

import type { AlertChannel } from '../../../../core/alerting/alert-channels.ts'
import type { AlertDelivery, AlertEventKind } from '../../../../core/alerting/alert-events.ts'

type Owned = {
  id: string
  organisation_id: string
  /** Null: the whole organisation. */
  workspace_id: string | null
  created_by: string
  created_at_ms: number
  updated_at_ms: number
}

export type AlertRuleTable = Owned & {
  name: string
  /** JSON. */
  condition: string
  /** JSON array. */
  channel_ids: string
  reminder_minutes: number | null
  is_enabled: number
  silenced_until_ms: number | null
}

export type AlertChannelTable = Owned & {
  name: string
  type: AlertChannel['type']
  sealed: string | null
  url_hint: string | null
  has_signing_secret: number
  /** JSON array. */
  recipients: string
  receives_budget_alerts: number
}

export type AlertEventTable = {
  id: string
  organisation_id: string
  workspace_id: string | null
  kind: AlertEventKind
  rule_id: string | null
  name: string
  at_ms: number
  is_silenced: number
  /** JSON. */
  facts: string | null
  /** JSON. */
  budget: string | null
}

export type AlertDeliveryTable = {
  event_id: string
  channel_id: string
  channel_name: string
  channel_type: AlertChannel['type']
  status: AlertDelivery['status']
  attempts: number
  error: string | null
  next_attempt_at_ms: number
  updated_at_ms: number
}

export type AlertTables = {
  alert_rules: AlertRuleTable
  alert_channels: AlertChannelTable
  alert_statuses: { rule_id: string; evaluated_at_ms: number | null; status: string }
  alert_slots: { id: string; slot_ms: number }
  alert_events: AlertEventTable
  alert_deliveries: AlertDeliveryTable
}
