/** The rows of every table before and after the demo. */

import { expect } from 'bun:test'
import { eventually } from './eventually.ts'
import type { Gateway } from './gateway-client.ts'

/** The settings of a gateway for `compareRows`. */
export const OFTEN = { GATEWAY_ALERT_INTERVAL_SECONDS: '1' }

/**
 * Append-only records (the audit log, the feed of changes, the ledger of budgets), and dictionaries of the log store:
 * `scopes` with the time before which late logs are dropped, and the names of metadata keys.
 */
const KEPT =
  /^(audit_|changes$|row_history$|ledger_|balances$|budget_leases$|scopes$|scope_keys$|metadata_keys$|journal_positions$)/

type Counts = Readonly<Record<string, number>>

/** Creates the demo and removes it, and compares the number of rows of every table. */
export async function compareRows(gateway: Gateway, count: () => Promise<Counts>): Promise<void> {
  const admin = { key: gateway.adminKey }
  await gateway.chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': 'own' } })
  await gateway.waitForLog('own')
  // The user's own alert rule, so that rules are evaluated before the demo too.
  const rule = { name: 'Own', condition: { metric: 'cost', threshold: 1_000 } }
  await gateway.fetch('/v1/alerts/rules', { ...admin, method: 'POST', body: rule })
  await eventually('the rule is evaluated', async () => (await count())['alert_statuses'] === 1)
  const before = await count()
  const made = await gateway.fetch('/v1/admin/demo', { ...admin, method: 'POST', body: { requests: 300 } })
  expect(made.status).toBe(200)
  const during = await count()
  const grown = Object.keys(during).filter((name) => (during[name] ?? 0) > (before[name] ?? 0))
  expect(TABLES_OF_THE_DEMO.filter((name) => !grown.includes(name))).toEqual([])
  expect((await gateway.fetch('/v1/admin/demo', { ...admin, method: 'DELETE' })).status).toBe(200)
  let different: readonly string[] = []
  await eventually('every table has its rows of before', async () => {
    const after = await count()
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    different = names
      .filter((name) => !KEPT.test(name) && (after[name] ?? 0) !== (before[name] ?? 0))
      .map((name) => `${name}: ${before[name]} before, ${after[name]} after`)
    return different.length === 0
  }).catch((error: unknown) => {
    throw new Error(different.join('\n'), { cause: error })
  })
}

const TABLES_OF_THE_DEMO = [
  'alert_channels',
  'alert_deliveries',
  'alert_events',
  'alert_rules',
  'api_keys',
  'budget_alerts',
  'config_versions',
  'configs',
  'feedback',
  'limit_policies',
  'log_exports',
  'logs',
  'prompt_versions',
  'prompts',
  'users',
  'virtual_key_credentials',
  'virtual_keys',
  'workspace_members',
  'workspaces',
]
