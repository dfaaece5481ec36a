/** Computes missing costs of logged requests in the background. Existing costs are never changed. */

import { GatewayError } from '../../core/errors.ts'
import type { FoundCost, UnpricedCursor, UnpricedFilter, UnpricedLog, UnpricedLogs } from '../../core/logs/unpriced.ts'
import type { FoundPrice, Prices } from '../../core/money/prices.ts'
import { costOfLog } from './cost-of-log.ts'

/** Small enough to block the main thread, which also serves requests, for only a few milliseconds. */
const BATCH = 50
/** Number of finished jobs to remember. */
const MAX_KEPT = 100

export type RepriceRequest = UnpricedFilter & { readonly isDryRun: boolean }

export type RepriceJob = RepriceRequest & {
  readonly id: string
  readonly status: 'running' | 'done' | 'failed'
  readonly createdAtMs: number
  readonly finishedAtMs: number | null
  readonly examined: number
  readonly priced: number
  readonly costNanoUsd: number
  /** Why the job failed. */
  readonly problem: string | null
}

export type RepricePorts = {
  readonly unpriced: UnpricedLogs
  readonly prices: Prices
  readonly onDefect: (error: unknown, traceId: string) => void
}

export class RepriceRunner {
  readonly #jobs = new Map<string, RepriceJob>()
  #isClosing = false

  constructor(private readonly ports: RepricePorts) {}

  /** Returns the running job with the same parameters, if any. Rejects overlapping jobs of the same organisation. */
  start(request: RepriceRequest, nowMs: number): RepriceJob {
    for (const job of this.#jobs.values()) {
      if (job.status !== 'running' || job.organisationId !== request.organisationId) continue
      if (isSameRequest(job, request)) return job
      if (job.workspaceId !== null && request.workspaceId !== null && job.workspaceId !== request.workspaceId) continue
      throw new GatewayError('conflict', {
        message: 'Another reprice job is running.',
        hint: 'Wait until it is done, then send the request again.',
      })
    }
    const job: RepriceJob = {
      ...request,
      id: Bun.randomUUIDv7(),
      status: 'running',
      createdAtMs: nowMs,
      finishedAtMs: null,
      examined: 0,
      priced: 0,
      costNanoUsd: 0,
      problem: null,
    }
    this.#forgetOld()
    this.#jobs.set(job.id, job)
    this.#run(job).catch((error: unknown) => this.#fail(job.id, error))
    return job
  }

  find(organisationId: string, workspaceId: string | null, id: string): RepriceJob | undefined {
    const job = this.#jobs.get(id)
    const isInReach =
      job?.organisationId === organisationId && (workspaceId === null || job.workspaceId === workspaceId)
    return isInReach ? job : undefined
  }

  async #run({ id, isDryRun, ...filter }: RepriceJob): Promise<void> {
    const { unpriced, prices } = this.ports
    await Promise.all([prices.settled(), unpriced.settled()])
    let after: UnpricedCursor | null = null
    while (!this.#isClosing) {
      const logs = await unpriced.page(filter, after, BATCH)
      const last = logs.at(-1)
      if (last === undefined) return this.#update(id, (job) => ({ ...job, status: 'done', finishedAtMs: Date.now() }))
      const costs = costsOf(logs, prices, Date.now())
      const filled = isDryRun || costs.length === 0 ? costs.length : await unpriced.fill(costs)
      this.#update(id, (job) => ({
        ...job,
        examined: job.examined + logs.length,
        priced: job.priced + filled,
        costNanoUsd: job.costNanoUsd + sumOf(costs),
      }))
      after = { startedAtMs: last.startedAtMs, id: last.id }
    }
    throw new Error('The gateway is shutting down')
  }

  #update(id: string, change: (job: RepriceJob) => RepriceJob): void {
    const job = this.#jobs.get(id)
    if (job) this.#jobs.set(id, change(job))
  }

  #fail(id: string, error: unknown): void {
    if (!this.#isClosing) this.ports.onDefect(error, 'none')
    const problem = error instanceof GatewayError ? error.message : 'Internal error.'
    this.#update(id, (job) => ({ ...job, status: 'failed', finishedAtMs: Date.now(), problem }))
  }

  #forgetOld(): void {
    for (const [id, { status }] of this.#jobs) {
      if (this.#jobs.size < MAX_KEPT) return
      if (status !== 'running') this.#jobs.delete(id)
    }
  }

  /** Stops the running job. Computed costs are kept, and a new job continues with the rest. */
  close(): void {
    this.#isClosing = true
  }
}

function isSameRequest(job: RepriceRequest, request: RepriceRequest): boolean {
  return (
    job.workspaceId === request.workspaceId &&
    job.fromMs === request.fromMs &&
    job.toMs === request.toMs &&
    job.provider === request.provider &&
    job.model === request.model &&
    job.isDryRun === request.isDryRun
  )
}

/** Caches current prices, because the price list caches one point in time only and each log looks up two. */
function costsOf(logs: readonly UnpricedLog[], prices: Prices, nowMs: number): readonly FoundCost[] {
  const today = new Map<string, FoundPrice | null>()
  const remembering: Pick<Prices, 'priceOf'> = {
    priceOf(called, atMs) {
      if (atMs !== nowMs) return prices.priceOf(called, atMs)
      const key = JSON.stringify(Object.values(called))
      const known = today.get(key)
      if (known !== undefined) return known
      const found = prices.priceOf(called, atMs)
      today.set(key, found)
      return found
    },
  }
  return logs.map((log) => costOfLog(log, remembering, nowMs)).filter((cost) => cost !== null)
}

function sumOf(costs: readonly FoundCost[]): number {
  return costs.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0)
}
