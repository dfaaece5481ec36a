/** Reads records through the public log endpoints. */

import type { z } from 'zod'
import type { logDetailSchema } from '../../server/src/control/logs/log-detail-wire.ts'
import type { logSummarySchema } from '../../server/src/control/logs/log-wire.ts'
import type { CallOptions } from './call-options.ts'
import { eventually } from './eventually.ts'

type Call = (path: string, options?: CallOptions) => Promise<Response>

export type LogRow = z.infer<typeof logSummarySchema>
export type LogDetail = z.infer<typeof logDetailSchema>
export type LogPage = {
  readonly data: readonly LogRow[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

export async function readLogs(call: Call, query: Readonly<Record<string, string>>): Promise<LogPage> {
  const reply = await call(`/v1/logs?${new URLSearchParams(query)}`)
  if (reply.status !== 200) throw new Error(`GET /v1/logs returned ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as LogPage
}

export async function waitForLog(call: Call, traceId: string | null): Promise<LogDetail> {
  if (traceId === null) throw new Error('The response has no trace id to look for.')
  // The gateway responds before the record is in the store.
  const row = await eventually(
    `a log record with trace id ${traceId}`,
    async () => (await readLogs(call, { trace_id: traceId })).data[0],
  )
  return (await (await call(`/v1/logs/${row.id}`)).json()) as LogDetail
}

/** The waits before retries in milliseconds, as the gateway chose them: the timer may fire later. */
export function chosenWaitsMs(log: LogDetail): number[] {
  return log.decisions
    .filter(({ kind }) => kind === 'wait')
    .map(({ reason }) => Number(/after (\d+) ms/.exec(reason ?? '')?.[1]))
}
