/** History of alerts and the queue of their deliveries in the control store. */

import { sql } from 'kysely'
import type { AlertChannel } from '../../../../core/alerting/alert-channels.ts'
import {
  type AlertDelivery,
  type AlertEvent,
  type AlertEventStore,
  type DeliveryOutcome,
  type DueDelivery,
  type EventWithDeliveries,
  MAX_DELIVERY_WAIT_MS,
  type RuleFacts,
} from '../../../../core/alerting/alert-events.ts'
import type { IsWantedGroup, StoredAlert } from '../../../../core/money/alerts.ts'
import type { Listed, Page, Reach } from '../../../../core/stores/reach.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { pageOf } from '../../page.ts'
import type { AlertDeliveryTable, AlertEventTable } from './alert-tables.ts'

export class SqlAlertEvents implements AlertEventStore {
  constructor(private readonly database: ControlDatabase) {}

  async list(reach: Reach, filter: { readonly ruleId?: string }, page: Page): Promise<Listed<EventWithDeliveries>> {
    let query = this.database
      .selectFrom('alert_events')
      .selectAll()
      .where('organisation_id', '=', reach.organisationId)
      .orderBy('at_ms', 'desc')
      .orderBy('id', 'desc')
    if (reach.workspaceId !== null) query = query.where('workspace_id', '=', reach.workspaceId)
    if (filter.ruleId !== undefined) query = query.where('rule_id', '=', filter.ruleId)
    const { rows, total } = await pageOf(query, page)
    const deliveries = await this.#deliveriesOf(rows.map(({ id }) => id))
    const withDeliveries = rows.map((row) => ({
      event: toEvent(row),
      deliveries: deliveries.filter(({ event_id }) => event_id === row.id).map(toDelivery),
    }))
    return { rows: withDeliveries, total }
  }

  async insert(event: AlertEvent, channels: readonly AlertChannel[]): Promise<void> {
    await this.database.insertInto('alert_events').values(toRow(event)).execute()
    if (channels.length === 0) return
    await this.database
      .insertInto('alert_deliveries')
      .values(
        channels.map(({ id, name, type }) => ({
          event_id: event.id,
          channel_id: id,
          channel_name: name,
          channel_type: type,
          status: 'pending' as const,
          attempts: 0,
          error: null,
          next_attempt_at_ms: event.atMs,
          updated_at_ms: event.atMs,
        })),
      )
      .execute()
  }

  async removeBefore(atMs: number): Promise<void> {
    await this.database.deleteFrom('alert_events').where('at_ms', '<', atMs).execute()
  }

  async removeGroups(organisationId: string, isWanted: IsWantedGroup): Promise<number> {
    const rows = await this.database
      .selectFrom('alert_events')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('budget', 'is not', null)
      .execute()
    const wanted = rows.map(toEvent).filter(({ budget }) => {
      return budget?.holder.kind === 'policy' && isWanted(budget.holder.id, budget.holder.value)
    })
    for (const { id } of wanted) await this.database.deleteFrom('alert_events').where('id', '=', id).execute()
    return wanted.length
  }

  async due(nowMs: number, limit: number, channelsInUse: readonly string[] = []): Promise<readonly DueDelivery[]> {
    const places = this.database
      .selectFrom('alert_deliveries')
      .select(['event_id', 'channel_id', 'attempts', 'next_attempt_at_ms'])
      .select(
        sql<number>`row_number() over (partition by channel_id order by next_attempt_at_ms, event_id)`.as('place'),
      )
      .where('status', '=', 'pending')
      .where(({ or, eb }) =>
        or([eb('next_attempt_at_ms', '<=', nowMs), eb('next_attempt_at_ms', '>', nowMs + MAX_DELIVERY_WAIT_MS)]),
      )
      .$if(channelsInUse.length > 0, (query) => query.where('channel_id', 'not in', [...channelsInUse]))
    const rows = await this.database
      .selectFrom(places.as('due'))
      .innerJoin('alert_events', 'alert_events.id', 'due.event_id')
      .selectAll('alert_events')
      .select(['due.channel_id', 'due.attempts'])
      .where('due.place', '=', 1)
      .orderBy('due.next_attempt_at_ms')
      .orderBy('due.event_id')
      .orderBy('due.channel_id')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ event: toEvent(row), channelId: row.channel_id, attempts: row.attempts }))
  }

  async claim({ event, channelId, attempts }: DueDelivery, leaseUntilMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable('alert_deliveries')
      .set({ attempts: attempts + 1, next_attempt_at_ms: leaseUntilMs })
      .where('event_id', '=', event.id)
      .where('channel_id', '=', channelId)
      .where('status', '=', 'pending')
      .where('attempts', '=', attempts)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async settle({ event, channelId }: DueDelivery, outcome: DeliveryOutcome, nowMs: number): Promise<void> {
    await this.database
      .updateTable('alert_deliveries')
      .set({
        status: outcome.status,
        error: outcome.error,
        next_attempt_at_ms: outcome.nextAttemptAtMs,
        updated_at_ms: nowMs,
      })
      .where('event_id', '=', event.id)
      .where('channel_id', '=', channelId)
      .execute()
  }

  async #deliveriesOf(eventIds: readonly string[]): Promise<readonly AlertDeliveryTable[]> {
    if (eventIds.length === 0) return []
    return this.database
      .selectFrom('alert_deliveries')
      .selectAll()
      .where('event_id', 'in', [...eventIds])
      .orderBy('channel_name')
      .orderBy('channel_id')
      .execute()
  }
}

function toEvent(row: AlertEventTable): AlertEvent {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    ruleId: row.rule_id,
    name: row.name,
    atMs: row.at_ms,
    isSilenced: row.is_silenced === 1,
    facts: row.facts === null ? null : (JSON.parse(row.facts) as RuleFacts),
    budget: row.budget === null ? null : (JSON.parse(row.budget) as StoredAlert),
  }
}

function toRow(event: AlertEvent): AlertEventTable {
  return {
    id: event.id,
    organisation_id: event.organisationId,
    workspace_id: event.workspaceId,
    kind: event.kind,
    rule_id: event.ruleId,
    name: event.name,
    at_ms: event.atMs,
    is_silenced: event.isSilenced ? 1 : 0,
    facts: event.facts && JSON.stringify(event.facts),
    budget: event.budget && JSON.stringify(event.budget),
  }
}

function toDelivery(row: AlertDeliveryTable): AlertDelivery {
  return {
    channelId: row.channel_id,
    channelName: row.channel_name,
    channelType: row.channel_type,
    status: row.status,
    attempts: row.attempts,
    error: row.error,
    updatedAtMs: row.updated_at_ms,
  }
}
