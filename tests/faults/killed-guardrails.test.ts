/** SIGKILL while guardrails run beside requests: nothing is lost that a caller saw finish. */

import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { eventually } from '../harness/eventually.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

const FEE_USD = 0.01
const TRACES = Array.from({ length: 6 }, (_, i) => `beside-${i}`)

async function keyWithBudget(gateway: Gateway): Promise<{ id: string; key: string }> {
  const scene = new ControlScene(gateway)
  const prices = { requests: { usd: FEE_USD, per: 1 } }
  await scene.do('POST', '/prices', { provider: 'openai-compatible', model: 'fee-model', prices })
  const limits = { type: 'cost', credit_limit: 1 }
  const made = { name: 'guarded', scopes: ['completions.write'], usage_limits: limits }
  const { id, key } = await scene.do('POST', '/api-keys/workspace/service', made)
  return { id: String(id), key: String(key) }
}

async function ask(gateway: Gateway, key: string, config: object, traces: readonly string[]): Promise<void> {
  for (const [i, trace] of traces.entries()) {
    const headers = { 'x-gateway-trace-id': trace }
    const reply = await gateway.chat(config, { key, headers, body: { model: 'fee-model', stream: i % 2 === 0 } })
    expect([reply.status, (await reply.text()).length > 0]).toEqual([200, true])
  }
}

async function storedTraces(gateway: Gateway): Promise<string[]> {
  const { data } = await gateway.logs({ page_size: '100' })
  return data.map(({ trace_id }) => trace_id).sort()
}

test('records and charges survive, once', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-beside-'))
  try {
    await using provider = await startSimulator({ answers: ['one two three'] })
    await using silent = await startSimulator({ answers: [{ fault: 'hang' }] })
    await using fast = await startSimulator({ answers: [{ body: { verdict: true } }] })
    const guarded = (evaluator: { readonly url: string }) => {
      const hook = { 'default.webhook': { webhookURL: `${evaluator.url}/hook`, timeout: 50_000 }, async: true }
      return at(provider, { output_guardrails: [hook] })
    }
    const first = await startGatewayProcess({ dataDirectory })
    const { id, key } = await keyWithBudget(first)
    await ask(first, key, guarded(fast), ['ended'])
    expect((await first.waitForLog('ended')).hook_results).not.toBeNull()
    await ask(first, key, guarded(silent), TRACES)
    await silent.received(TRACES.length)
    await first.kill9()
    await using second = await startGatewayProcess({ dataDirectory })
    const expected = [...TRACES, 'ended'].sort()
    const stored = await eventually('the records are stored', async () => {
      const traces = await storedTraces(second)
      return traces.length >= expected.length && traces
    })
    expect(stored).toEqual(expected)
    const detail = await second.waitForLog(TRACES[1]!)
    expect(detail).toMatchObject({ status_code: 200, ending: 'complete' })
    expect(detail.cost).toBeGreaterThan(0)
    const { usage_limits } = await new ControlScene(second).do('GET', `/api-keys/${id}`)
    const { current_usage, held } = usage_limits as { current_usage: number; held: number }
    expect([Math.round(current_usage / FEE_USD), held]).toEqual([expected.length, 0])
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
