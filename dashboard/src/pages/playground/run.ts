/** State of one playground call: streamed text, timings and its log record. */

import { type Signal, signal } from '@preact/signals'
import { ApiError, asApiError, errorFromAnswer } from '../../api/api-error.ts'
import { api, rawCall } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import type { HookResults } from '../../design/guardrails/hook-results.ts'
import type { WireAttempt, WireDecision } from '../../design/timeline/decision-steps.ts'
import type { PlaygroundCall } from './playground-column.ts'
import { type AnswerUsage, readAnswer } from './stream-answer.ts'

export type RunLog = LogRow & {
  readonly decisions: readonly WireDecision[]
  readonly attempts: readonly WireAttempt[]
  readonly hook_results: HookResults
  readonly request: { readonly body: string | null }
}

export type RunState = {
  readonly phase: 'running' | 'done' | 'stopped' | 'failed'
  readonly text: string
  readonly firstByteMs: number | null
  readonly totalMs: number | null
  readonly usage: AnswerUsage | null
  readonly finish: string | null
  readonly error: ApiError | null
  readonly logId: string | null
  readonly log: RunLog | null
}

export type Run = { readonly id: number; readonly state: Signal<RunState>; stop(): void }

const START: RunState = {
  phase: 'running',
  text: '',
  firstByteMs: null,
  totalMs: null,
  usage: null,
  finish: null,
  error: null,
  logId: null,
  log: null,
}
const LOG_TRIES = 12
const LOG_WAIT_MS = 150
let lastId = 0

/** A separate signal, so that the page does not re-render with every chunk. */
export const runningCount = signal(0)

/** `whenDone` is called once, also after cancellation or failure. */
export function startRun(call: PlaygroundCall, workspace: string | undefined, whenDone: (run: Run) => void): Run {
  const stopping = new AbortController()
  const run: Run = { id: ++lastId, state: signal(START), stop: () => stopping.abort() }
  runningCount.value++
  void perform(run, call, workspace, stopping.signal).then(() => whenDone(run))
  return run
}

async function perform(run: Run, call: PlaygroundCall, workspace: string | undefined, leaving: AbortSignal) {
  const startedAtMs = performance.now()
  const change = (part: Partial<RunState>) => {
    run.state.value = { ...run.state.value, ...part }
  }
  try {
    const headers = { ...call.headers, ...(workspace && { 'x-gateway-workspace-id': workspace }) }
    const response = await rawCall('POST', call.path, call.body, { headers, signal: leaving })
    change({ logId: response.headers.get('x-gateway-request-id') })
    if (!response.ok || !response.body) {
      throw errorFromAnswer(response.status, response.headers, await response.text())
    }
    for await (const part of readAnswer(response.body)) {
      const before = run.state.value
      if (before.firstByteMs === null) change({ firstByteMs: performance.now() - startedAtMs })
      if (part.kind === 'text' || part.kind === 'tool') change({ text: before.text + part.text })
      else if (part.kind === 'usage') change({ usage: part.usage })
      else if (part.kind === 'finish') change({ finish: part.reason })
      else throw new ApiError({ status: 502, code: 'stream_error', message: part.message })
    }
    change({ phase: 'done', totalMs: performance.now() - startedAtMs })
  } catch (error) {
    const totalMs = performance.now() - startedAtMs
    if (leaving.aborted) change({ phase: 'stopped', totalMs })
    else change({ phase: 'failed', totalMs, error: asApiError(error) })
  }
  runningCount.value--
  const { logId } = run.state.value
  if (logId !== null) change({ log: await readLog(logId, workspace) })
}

/** The log record is written shortly after the response ends. */
async function readLog(id: string, workspace: string | undefined): Promise<RunLog | null> {
  for (let tries = 1; tries <= LOG_TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, LOG_WAIT_MS * tries))
    try {
      return await api.get<RunLog>(`/logs/${id}`, { query: { workspace_id: workspace } })
    } catch (error) {
      if (asApiError(error).status !== 404) return null
    }
  }
  return null
}

/** Tokens reported by the provider divided by the streaming time. */
export function tokensPerSecond({ usage, firstByteMs, totalMs }: RunState): number | null {
  const tokens = usage?.completion_tokens
  if (!tokens || firstByteMs === null || totalMs === null || totalMs <= firstByteMs) return null
  return tokens / ((totalMs - firstByteMs) / 1_000)
}

/** The messages as sent to the provider. */
export function sentText(log: RunLog | null): string | null {
  try {
    const body = JSON.parse(log?.request.body ?? '') as {
      messages?: { role: string; content: unknown }[]
      prompt?: unknown
    }
    if (body.messages) {
      return body.messages
        .map(({ role, content }) => `── ${role}\n${typeof content === 'string' ? content : JSON.stringify(content)}`)
        .join('\n\n')
    }
    return typeof body.prompt === 'string' ? body.prompt : null
  } catch {
    return null
  }
}
