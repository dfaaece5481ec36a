/** Creates and removes the demo workspace: synthetic traffic of the last seven days, without calling a provider. */

import { z } from 'zod'
import type { ConfigTexts } from '../../core/configs/config-texts.ts'
import { GatewayError } from '../../core/errors.ts'
import type { FeedbackStore } from '../../core/logs/feedback.ts'
import type { BudgetService } from '../../core/money/budget-service.ts'
import type { Prices } from '../../core/money/prices.ts'
import type { RecordSink } from '../../core/ports.ts'
import type { RequestRecord } from '../../core/record.ts'
import type { Vault } from '../../core/stores/stores.ts'
import type { Workspace } from '../../core/stores/workspaces.ts'
import type { Principal } from '../access/principal.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { costOfLog } from '../prices/cost-of-log.ts'
import { workspaceOnWire } from '../workspaces/workspace-wire.ts'
import { DEMO_SLUG, isDemo } from './demo-mark.ts'
import { demoKeys, demoObjects, demoWorkspace, insertDemo } from './demo-objects.ts'
import { bookSpending, demoBudgets } from './demo-spending.ts'
import { DEMO_DAYS, type DemoRequest, demoTraffic } from './demo-traffic.ts'
import { SeededRandom } from './seeded-random.ts'

const USUAL_REQUESTS = 2_500
const MAX_REQUESTS = 10_000
const USUAL_SEED = 1
const DAY_MS = 86_400_000
/** Records priced or written before other requests get their turn. */
const AT_ONCE = 100
const FEEDBACK_AT_ONCE = 100

export type DemoPorts = {
  readonly sink: RecordSink
  /** Resolves when all appended records can be read. */
  readonly settled: () => Promise<void>
  readonly feedback: FeedbackStore
  readonly prices: Pick<Prices, 'priceOf'>
  readonly budgets: BudgetService
  readonly vault: Vault
  readonly texts: ConfigTexts
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
    description: `Fills a workspace with synthetic traffic of the last ${DEMO_DAYS} days: keys, configs, prompts, budgets, logs, traces and feedback. No provider is called. Owners and Admin keys only.`,
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
      const workspace = demoWorkspace(call)
      const keys = demoKeys(workspace.id, call, ports)
      const home = { organisationId: workspace.organisationId, workspaceId: workspace.id, keys }
      const generated = await demoTraffic(new SeededRandom(body.seed), home, nowMs, body.requests)
      const traffic: DemoRequest[] = []
      for (const [index, request] of generated.entries()) {
        if (index % AT_ONCE === 0) await Bun.sleep(0)
        traffic.push({ ...request, record: priced(request, ports.prices, nowMs) })
      }
      const records = traffic.map(({ record }) => record)
      const objects = demoObjects(workspace, keys, demoBudgets(records, keys, nowMs), call, ports)
      const feedback = traffic.flatMap(({ feedback: given }) => (given === null ? [] : [given]))
      const reply = await call.change(async (stores) => {
        const taken = await stores.workspaces.find(workspace.organisationId, DEMO_SLUG)
        if (taken) throw slugTaken(taken)
        await insertDemo(stores, objects)
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
          from: new Date(nowMs - DEMO_DAYS * DAY_MS).toISOString(),
          to: new Date(nowMs).toISOString(),
        }
      })
      for (let i = 0; i < traffic.length; i += AT_ONCE)
        await Promise.all(traffic.slice(i, i + AT_ONCE).map(({ record, bodies }) => ports.sink.gather(record, bodies)))
      await ports.settled()
      for (let i = 0; i < feedback.length; i += FEEDBACK_AT_ONCE)
        await ports.feedback.create(home, feedback.slice(i, i + FEEDBACK_AT_ONCE))
      await bookSpending(ports.budgets, records, objects)
      return reply
    },
  })
}

const removeDemo = endpoint({
  name: 'demo.delete',
  method: 'DELETE',
  path: '/admin/demo',
  summary: 'Remove the demo workspace',
  description: 'Deletes the demo workspace with everything in it, including its logs. Owners and Admin keys only.',
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

/** Admin keys need the scope; of the users, only owners may. */
function requireOwner({ type, role }: Principal, what: string): void {
  if (type === 'api_key' || role === 'owner') return
  throw new GatewayError('scope_missing', {
    message: `Your role may not ${what}; it needs the role owner.`,
    hint: 'Ask an owner.',
  })
}

function slugTaken(taken: Workspace): GatewayError {
  if (isDemo(taken))
    return new GatewayError('conflict', {
      message: 'The demo workspace already exists.',
      hint: 'Remove it with DELETE /v1/admin/demo, then create it again.',
    })
  return new GatewayError('conflict', {
    message: `The workspace "${taken.name}" has the slug ${DEMO_SLUG}, which the demo workspace needs.`,
    hint: 'Delete that workspace first, or use the demo on another gateway.',
  })
}

/** Adds cost and savings, as for requests through the gateway. */
function priced({ record, saved }: DemoRequest, prices: DemoPorts['prices'], nowMs: number): RequestRecord {
  const usage = saved ?? record.usage
  if (usage === null) return { ...record, costNanoUsd: 0 }
  // At the current time, so that all requests of a model share one lookup.
  const cost = costOfLog({ ...record, usage, startedAtMs: nowMs }, prices, nowMs)
  if (cost === null) return record
  if (saved !== null) return { ...record, costNanoUsd: 0, cacheSavedNanoUsd: cost.nanoUsd }
  return { ...record, costNanoUsd: cost.nanoUsd, costLines: cost.lines, priceVersion: cost.priceVersion }
}
