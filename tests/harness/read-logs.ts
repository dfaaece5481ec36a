/** Reads records through the public log endpoints. */

import type { z } from 'zod'
import type { logDetailSchema } from '../../server/src/control/logs/log-detail-wire.ts'
import type { logSummarySchema } from '../../server/src/control/logs/log-wire.ts'
import type { CallOptions } from './call-options.ts'

type Call = (path: string, options?: CallOptions) => Promise<Response>

export type LogRow = z.infer<typeof logSummarySchema>
export type LogDetail = z.infer<typeof logDetailSchema>
export type LogPage = {
  readonly data: readonly LogRow[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

const WAIT_MS = 5000
const STEP_MS = 10

export async function readLogs(call: Call, query: Readonly<Record<string, string>>): Promise<LogPage> {
  const reply = await call(`/v1/logs?${new URLSearchParams(query)}`)
  if (reply.status !== 200) throw new Error(`GET /v1/logs answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as LogPage
}

export async function waitForLog(call: Call, traceId: string | null): Promise<LogDetail> {
  if (traceId === null) throw new Error('The answer has no trace id to look for.')
  const until = performance.now() + WAIT_MS
  // The record is in the journal at once and in the store a moment later; a list can only be asked again.
  while (performance.now() < until) {
    const row = (await readLogs(call, { trace_id: traceId })).data[0]
    if (row) return (await (await call(`/v1/logs/${row.id}`)).json()) as LogDetail
    await Bun.sleep(STEP_MS)
  }
  throw new Error(`No record with trace id ${traceId} within ${WAIT_MS} ms.`)
}
