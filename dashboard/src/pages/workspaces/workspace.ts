/** Workspaces in the admin API, and their use in the last seven days. */

import { api } from '../../api/client.ts'
import type { DefaultGuardrails } from '../../design/guardrails/default-guardrails.tsx'
import type { RateLimit, UsageLimit } from '../../design/limits/limit-types.ts'

export type WorkspaceRow = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly is_default: boolean
  readonly status: 'active' | 'exhausted'
  readonly created_at: string
  readonly defaults: DefaultGuardrails & {
    readonly metadata: Readonly<Record<string, string>>
    readonly config_id: string | null
  }
  readonly usage_limits: readonly UsageLimit[]
  readonly rate_limits: readonly RateLimit[]
  readonly retention_days: number | null
  readonly body_retention_days: number | null
  readonly log_bodies: boolean | null
}

/** Cost in US cents. */
export type Usage = { readonly requests: number; readonly cost: number | null; readonly unpriced: number }

type Summary = {
  readonly summary: {
    readonly requests: number
    readonly cost: { readonly total: number | null; readonly unpriced_requests: number }
  }
}

const WEEK_MS = 604_800_000
const AT_ONCE = 4

export async function usageOf(workspaceId: string, spanMs: number, signal: AbortSignal): Promise<Usage> {
  const from = new Date(Date.now() - spanMs).toISOString()
  const { summary } = await api.get<Summary>('/analytics/summary', {
    query: { workspace_id: workspaceId, time_of_generation_min: from },
    signal,
  })
  return { requests: summary.requests, cost: summary.cost.total, unpriced: summary.cost.unpriced_requests }
}

/** One call per visible workspace, a few in parallel; failed ones are shown as unknown. */
export async function weekOf(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Usage>> {
  const found = new Map<string, Usage>()
  const waiting = [...ids]
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      const usage = await usageOf(id, WEEK_MS, signal).catch(() => null)
      if (usage) found.set(id, usage)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}
