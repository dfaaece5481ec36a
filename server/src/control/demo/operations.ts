/** Creates and removes the demo workspace with synthetic traffic of the last seven days. No provider is called. */

import { z } from 'zod'
import type { ConfigTexts } from '../../core/configs/config-texts.ts'
import { GatewayError } from '../../core/errors.ts'
import type { FeedbackStore } from '../../core/logs/feedback.ts'
import type { BudgetService } from '../../core/money/budget-service.ts'
import type { Prices } from '../../core/money/prices.ts'
import type { RecordWriter } from '../../core/ports.ts'
import type { RequestRecord } from '../../core/record.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import type { ExportRunner } from '../exports/export-runner.ts'
import { costOfLog } from '../prices/cost-of-log.ts'
import type { Passwords } from '../sessions/passwords.ts'
import { workspaceOnWire } from '../workspaces/workspace-wire.ts'
import { demoAlerts, insertAlerts } from './demo-alerts.ts'
import { demoExports } from './demo-exports.ts'
import { DEMO_SLUG, isDemo } from './demo-mark.ts'
import { demoKeys, demoObjects, demoWorkspace, insertDemo } from './demo-objects.ts'
import { demoPeople, insertPeople, removePeople } from './demo-people.ts'
import { demoBudgets, demoSums, holdAndSettle, usedBudgets } from './demo-spending.ts'
import { DEMO_DAYS, type DemoRequest, demoTraffic } from './demo-traffic.ts'
import { SeededRandom } from './seeded-random.ts'

const USUAL_REQUESTS = 2_500
const MAX_REQUESTS = 10_000
const USUAL_SEED = 1
const DAY_MS = 86_400_000
/** Records priced or written before yielding to the event loop. */
const AT_ONCE = 100
const FEEDBACK_AT_ONCE = 100

export type DemoPorts = {
  readonly writer: RecordWriter
  /** Resolves when all appended records can be read. */
  readonly settled: () => Promise<void>
  readonly feedback: FeedbackStore
  readonly prices: Pick<Prices, 'priceOf'>
  readonly budgets: BudgetService
  readonly vault: Vault
  readonly texts: ConfigTexts
  readonly passwords: Pick<Passwords, 'hash'>
  readonly exports: Pick<ExportRunner, 'wake'>
}

const demoSchema = z.object({
  object: z.literal('demo'),
  workspace_id: z.string(),
  slug: z.string(),
  requests: z.number().meta({ description: 'Number of synthetic request logs.' }),
  feedback: z.number(),
  from: z.string(),
  to: z.string(),
})

export function demoOperations(ports: DemoPorts): readonly Operation[] {
  return [createDemo(ports), removeDemo]
}

function createDemo(ports: DemoPorts): Operation {
  return endpoint({
    name: 'demo.create',
    method: 'POST',
    path: '/admin/demo',
    summary: 'Create the demo workspace',
    description: `Fills a workspace with synthetic traffic of the last ${DEMO_DAYS} days: keys, configs, guardrails, prompts, budgets, alerts, members, exports, logs, traces and feedback. No provider is called. Owners and trusted Admin keys only.`,
    permission: { scope: 'workspaces.create' },
    audit: 'demo.create',
    body: z.strictObject({
      requests: z.int().min(100).max(MAX_REQUESTS).default(USUAL_REQUESTS).describe('Number of request logs.'),
      seed: z.int().min(0).max(4_294_967_295).default(USUAL_SEED).describe('The same seed makes the same traffic.'),
    }),
    reply: demoSchema,
    example: { body: { requests: 100 } },
    async handle(call) {
      const { principal, body, nowMs } = call
      requireOwner(principal, 'create the demo workspace')
      const { organisationId } = principal
      await requireNoDemo(call.stores, organisationId)
      const sinceMs = nowMs - DEMO_DAYS * DAY_MS
      const workspace = demoWorkspace(call, sinceMs)
      const people = await demoPeople(workspace, ports.passwords, call.origin.ip, nowMs)
      const [managerId = principal.id, ...others] = people.map(({ id }) => id)
      const authors = { ids: [managerId, ...others], sinceMs } as const
      const keys = demoKeys(workspace, authors, ports)
      const home = { organisationId, workspaceId: workspace.id, keys }
      const generated = await demoTraffic(new SeededRandom(body.seed), home, nowMs, body.requests)
      const traffic: DemoRequest[] = []
      for (const [index, request] of generated.entries()) {
        if (index % AT_ONCE === 0) await Bun.sleep(0)
        traffic.push({ ...request, record: priced(request, ports.prices, nowMs) })
      }
      const records = traffic.map(({ record }) => record)
      const sums = demoSums(records)
      const objects = demoObjects(workspace, keys, demoBudgets(sums, keys, nowMs), authors, ports)
      const budgets = usedBudgets(sums, objects)
      const source = { workspace, budgets, totalNanoUsd: sums.all.cost, createdBy: managerId, nowMs }
      const alerts = demoAlerts(source, ports.vault)
      const exports = demoExports({ workspace, records, createdBy: managerId, nowMs })
      const feedback = traffic.flatMap(({ feedback: given }) => (given === null ? [] : [given]))
      // Before the alert rules exist: their first evaluation must find the usage that matches their stored state.
      await holdAndSettle(ports.budgets, budgets, objects.workspace)
      const reply = await call.change(async (stores) => {
        await requireNoDemo(stores, organisationId)
        await insertDemo(stores, objects)
        // Users remain if an earlier demo workspace was given another slug and then deleted.
        await removePeople(stores, organisationId)
        await insertPeople(stores, people, workspace.id)
        await insertAlerts(stores, alerts, nowMs)
        for (const job of exports) await stores.logExports.insert(job)
        call.note({
          id: workspace.id,
          name: workspace.name,
          workspaceId: workspace.id,
          after: { ...workspaceOnWire(objects.workspace), requests: records.length },
        })
        call.announce({ kind: 'workspace', workspaceId: workspace.id })
        call.announce({ kind: 'limits', workspaceId: workspace.id })
        return {
          object: 'demo' as const,
          workspace_id: workspace.id,
          slug: workspace.slug,
          requests: records.length,
          feedback: feedback.length,
          from: new Date(sinceMs).toISOString(),
          to: new Date(nowMs).toISOString(),
        }
      })
      for (let i = 0; i < traffic.length; i += AT_ONCE)
        await Promise.all(
          traffic.slice(i, i + AT_ONCE).map(({ record, bodies }) => ports.writer.gather(record, bodies)),
        )
      await ports.settled()
      for (let i = 0; i < feedback.length; i += FEEDBACK_AT_ONCE)
        await ports.feedback.create(home, feedback.slice(i, i + FEEDBACK_AT_ONCE))
      // Runs the export in the background, as if it had been started in the dashboard.
      await ports.exports.wake()
      return reply
    },
  })
}

const removeDemo = endpoint({
  name: 'demo.delete',
  method: 'DELETE',
  path: '/admin/demo',
  summary: 'Remove the demo workspace',
  description:
    'Deletes the demo workspace with everything in it, including its logs and its members. Owners and trusted Admin keys only.',
  permission: { scope: 'workspaces.delete' },
  audit: 'demo.delete',
  reply: z.object({}),
  async handle({ principal, change, note, announce }) {
    requireOwner(principal, 'remove the demo workspace')
    return change(async (stores) => {
      const workspace = await stores.workspaces.find(principal.organisationId, DEMO_SLUG)
      if (!workspace || !isDemo(workspace))
        throw new GatewayError('not_found', {
          message: 'There is no demo workspace.',
          hint: 'POST /v1/admin/demo creates one.',
        })
      await stores.workspaces.remove(workspace.id)
      await removePeople(stores, principal.organisationId)
      note({
        id: workspace.id,
        name: workspace.name,
        workspaceId: workspace.id,
        before: workspaceOnWire(workspace),
      })
      announce({ kind: 'workspace', workspaceId: workspace.id })
      announce({ kind: 'limits', workspaceId: workspace.id })
      return {}
    })
  },
})

/** Allows trusted Admin keys and users with the role owner. */
function requireOwner({ type, role, isTrusted }: Principal, what: string): void {
  if ((type === 'api_key' && isTrusted) || role === 'owner') return
  throw new GatewayError('scope_missing', {
    message: `Only owners and trusted Admin keys can ${what}.`,
    hint: 'Ask an owner.',
  })
}

async function requireNoDemo(stores: Pick<Stores, 'workspaces'>, organisationId: string): Promise<void> {
  const taken = await stores.workspaces.find(organisationId, DEMO_SLUG)
  if (!taken) return
  if (isDemo(taken))
    throw new GatewayError('conflict', {
      message: 'The demo workspace already exists.',
      hint: 'Remove it with DELETE /v1/admin/demo, then create it again.',
    })
  throw new GatewayError('conflict', {
    message: `The workspace "${taken.name}" has the slug ${DEMO_SLUG}, which the demo workspace needs.`,
    hint: 'Delete that workspace first, or use the demo on another gateway.',
  })
}

/** Adds cost and savings, as for requests through the gateway. */
function priced({ record, saved }: DemoRequest, prices: DemoPorts['prices'], nowMs: number): RequestRecord {
  const usage = saved ?? record.usage
  if (usage === null) return { ...record, costNanoUsd: 0 }
  // Priced at the current time, so that all requests of a model share one lookup.
  const cost = costOfLog({ ...record, usage, startedAtMs: nowMs }, prices, nowMs)
  if (cost === null) return record
  if (saved !== null) return { ...record, costNanoUsd: 0, cacheSavedNanoUsd: cost.nanoUsd }
  return { ...record, costNanoUsd: cost.nanoUsd, costLines: cost.lines, priceVersion: cost.priceVersion }
}
