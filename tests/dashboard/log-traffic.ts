/** Traffic for log tests: real requests, and thousands of inserted logs. */

import { eventually } from '../harness/eventually.ts'
import type { Dashboard } from './harness.ts'

const mock = (model: string | null, more: object = {}) => ({
  provider: 'mock',
  ...(model && { override_params: { model } }),
  ...more,
})

/** The id of the log with this trace. */
export async function logOfTrace({ scene }: Dashboard, traceId: string): Promise<string> {
  return eventually('the log is stored', async () => {
    const { data } = (await scene.do('GET', `/logs?trace_id=${traceId}`)) as { data: { id: string }[] }
    return data[0]?.id
  })
}

/** A retry, a fallback on 500, then a response: three attempts. */
export async function sendRescued({ gateway }: Dashboard, traceId: string): Promise<void> {
  const config = {
    strategy: { mode: 'fallback', on_status_codes: [500] },
    targets: [mock('mock-error-500', { retry: { attempts: 1, on_status_codes: [500] } }), mock(null)],
  }
  const headers = { 'x-gateway-trace-id': traceId, 'x-gateway-metadata': '{"_user":"ada"}' }
  const body = { model: 'mock-1', messages: [{ role: 'user', content: 'Say hello to the operator' }] }
  const answer = await gateway.chat(config, { headers, body })
  if (answer.status !== 200) throw new Error(`The rescued request was answered ${answer.status}.`)
  await answer.text()
}

export async function sendPlain({ gateway }: Dashboard, traceId: string, body: object = {}): Promise<void> {
  const answer = await gateway.chat(mock(null), {
    headers: { 'x-gateway-trace-id': traceId },
    body: { model: 'mock-1', ...body },
  })
  await answer.text()
}

export type Inserted = {
  readonly model: string
  readonly user: string
  readonly prompt: string
  readonly status?: number
  readonly traceId?: string
}

/** Inserts at most a thousand logs per call, which is the limit of the API. */
export async function insertLogs({ gateway }: Dashboard, logs: readonly Inserted[]): Promise<void> {
  for (let from = 0; from < logs.length; from += 1_000) {
    const body = logs.slice(from, from + 1_000).map(({ model, user, prompt, status = 200, traceId }) => ({
      request: {
        url: 'https://models.example/v1/chat/completions',
        provider: 'openai',
        body: { model, messages: [{ role: 'user', content: prompt }] },
      },
      response: { status, body: { choices: [{ message: { role: 'assistant', content: prompt } }] }, response_time: 12 },
      metadata: { _user: user, ...(traceId && { trace_id: traceId }) },
    }))
    const answer = await gateway.fetch('/v1/logs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.status !== 200) throw new Error(`Inserting was answered ${answer.status}: ${await answer.text()}`)
    await answer.text()
  }
}

/** Waits until the histogram includes inserted logs, which it does shortly after the insert. */
export async function untilCounted({ scene }: Dashboard, least: number): Promise<void> {
  await eventually('the logs are counted', async () => {
    const { data } = (await scene.do('GET', '/logs/histogram')) as { data: { ok: number; errors: number }[] }
    return data.reduce((sum, bar) => sum + bar.ok + bar.errors, 0) >= least
  })
}
