/** Adds a budget alert to the history of alerts and queues it for the channels that receive budget alerts. */

import { EVENT_RETENTION_MS } from '../../core/alerting/alert-events.ts'
import type { StoredAlert } from '../../core/money/alerts.ts'
import type { ControlStore } from '../../core/stores/stores.ts'

export async function queueBudgetAlert(control: ControlStore, budget: StoredAlert): Promise<void> {
  const { id, organisationId, workspaceId, name, atMs } = budget
  await control.transact(async (stores) => {
    const channels = await stores.alertChannels.forBudgetAlerts(organisationId, workspaceId)
    const kind = 'budget.threshold_reached' as const
    const rest = { ruleId: null, isSilenced: false, facts: null, budget }
    await stores.alertEvents.removeBefore(atMs - EVENT_RETENTION_MS)
    await stores.alertEvents.insert({ id, organisationId, workspaceId, kind, name, atMs, ...rest }, channels)
  })
}
