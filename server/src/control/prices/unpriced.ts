/** Operations that list models without a price and compute missing costs once prices are known. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { UnpricedLogs, UnpricedModel } from '../../core/logs/unpriced.ts'
import { usdOf } from '../../core/money/nano-usd.ts'
import type { Prices } from '../../core/money/prices.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import type { RepriceJob, RepriceRunner } from './reprice-runner.ts'

const DAY_MS = 86_400_000
const MONTH_MS = 30 * DAY_MS
const WORKSPACE = z.string().max(128).optional()
const TIME = z.iso.datetime({ offset: true }).optional()
const NAMES = { provider: z.string().min(1).max(64).nullish(), model: z.string().min(1).max(256).nullish() }

export type UnpricedPorts = {
  readonly unpriced: UnpricedLogs
  readonly prices: Prices
  readonly reprices: RepriceRunner
}

export function unpricedOperations(ports: UnpricedPorts): readonly Operation[] {
  return [listUnpriced(ports), startReprice(ports), readReprice(ports)]
}

const MODEL_REPLY = z.object({
  object: z.literal('unpriced-model'),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  requests: z.number(),
  tokens: z.number(),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
  has_price_now: z
    .boolean()
    .describe('True if the model has a price now, so that POST /v1/prices/reprice can compute missing costs.'),
})

function listUnpriced({ unpriced, prices }: UnpricedPorts): Operation {
  return endpoint({
    name: 'prices.unpriced',
    method: 'GET',
    path: '/prices/unpriced',
    summary: 'List used models without a price',
    permission: { scope: 'policies.list' },
    query: z.object({
      workspace_id: WORKSPACE,
      from: TIME.describe('Start of the range. Default 30 days ago.'),
      to: TIME,
    }),
    reply: z.object({
      object: z.literal('list'),
      total: z.number(),
      is_partial: z.boolean().describe('True if only the newest requests were examined.'),
      data: z.array(MODEL_REPLY),
    }),
    example: {},
    async handle({ reach, workspaceId, query, nowMs }) {
      const { organisationId } = reach
      const range = rangeOf(query, nowMs, MONTH_MS)
      const { models, isPartial } = await unpriced.models({ ...reach, ...range, provider: null, model: null })
      const hasPrice = ({ provider, model }: UnpricedModel) =>
        provider !== null &&
        prices.priceOf(
          { organisationId, workspaceId, virtualKey: null, provider, model, responseModel: null },
          nowMs,
        ) !== null
      const data = models.map((seen) => ({
        object: 'unpriced-model' as const,
        provider: seen.provider,
        model: seen.model,
        requests: seen.requests,
        tokens: seen.tokens,
        first_seen_at: new Date(seen.firstSeenMs).toISOString(),
        last_seen_at: new Date(seen.lastSeenMs).toISOString(),
        has_price_now: hasPrice(seen),
      }))
      return { object: 'list' as const, total: data.length, is_partial: isPartial, data }
    },
  })
}

const JOB_REPLY = z.object({
  object: z.literal('reprice-job'),
  id: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  dry_run: z.boolean(),
  workspace_id: z.string().nullable().describe('Null for all workspaces.'),
  from: z.string(),
  to: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  requests_examined: z.number(),
  requests_priced: z.number(),
  requests_without_price: z.number(),
  cost: z.number().describe('Total cost of the priced requests in US dollars.'),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  problem: z.string().nullable(),
})

function startReprice({ reprices }: UnpricedPorts): Operation {
  return endpoint({
    name: 'prices.reprice',
    method: 'POST',
    path: '/prices/reprice',
    summary: 'Compute missing costs',
    description: 'Starts a background job. Existing costs are not changed.',
    permission: { scope: 'policies.update' },
    audit: 'price.reprice',
    body: z.strictObject({
      from: TIME.describe('Start of the range. Default 400 days ago.'),
      to: TIME.describe('End of the range. Default now.'),
      ...NAMES,
      dry_run: z.boolean().default(false).describe('`true` only counts the requests that would be priced.'),
      workspace_id: WORKSPACE.describe('Admin keys can omit it to include all workspaces.'),
    }),
    reply: JOB_REPLY,
    example: { body: { dry_run: true } },
    async handle(call) {
      const { body, reach, nowMs } = call
      const { organisationId, workspaceId } = reach
      const request = {
        organisationId,
        workspaceId,
        ...rangeOf(body, nowMs, 400 * DAY_MS),
        provider: body.provider ?? null,
        model: body.model ?? null,
        isDryRun: body.dry_run,
      }
      return call.change(async () => {
        const job = jobOnWire(reprices.start(request, nowMs))
        call.note({ id: job.id, name: request.model, workspaceId, after: job })
        return job
      })
    },
  })
}

function readReprice({ reprices }: UnpricedPorts): Operation {
  return endpoint({
    name: 'prices.reprice.read',
    method: 'GET',
    path: '/prices/reprice/{id}',
    summary: 'Read a reprice job',
    permission: { scope: 'policies.read' },
    query: z.object({ workspace_id: WORKSPACE }),
    reply: JOB_REPLY,
    async handle({ reach, params }) {
      const job = reprices.find(reach.organisationId, reach.workspaceId, params['id'] ?? '')
      if (job) return jobOnWire(job)
      throw new GatewayError('not_found', {
        param: 'id',
        message: 'No reprice job with this id exists.',
        hint: 'Jobs are lost when the gateway restarts. Send POST /v1/prices/reprice again to continue.',
      })
    },
  })
}

type GivenRange = { readonly from?: string | undefined; readonly to?: string | undefined }

function rangeOf({ from, to }: GivenRange, nowMs: number, usualMs: number) {
  const toMs = to === undefined ? nowMs + 1 : Date.parse(to)
  const fromMs = from === undefined ? toMs - usualMs : Date.parse(from)
  if (fromMs < toMs) return { fromMs, toMs }
  throw new GatewayError('invalid_parameter', { param: 'from', message: 'from: must be before to.' })
}

function jobOnWire(job: RepriceJob): z.infer<typeof JOB_REPLY> {
  return {
    object: 'reprice-job',
    id: job.id,
    status: job.status,
    dry_run: job.isDryRun,
    workspace_id: job.workspaceId,
    from: new Date(job.fromMs).toISOString(),
    to: new Date(job.toMs).toISOString(),
    provider: job.provider,
    model: job.model,
    requests_examined: job.examined,
    requests_priced: job.priced,
    requests_without_price: job.examined - job.priced,
    cost: usdOf(job.costNanoUsd),
    created_at: new Date(job.createdAtMs).toISOString(),
    finished_at: job.finishedAtMs === null ? null : new Date(job.finishedAtMs).toISOString(),
    problem: job.problem,
  }
}
