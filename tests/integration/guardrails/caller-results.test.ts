/** Callers do not see which servers the guardrails of others call; logs show it. */

import { expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { waitForLog } from '../../harness/read-logs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

/** A workspace whose default guardrails call the evaluator, and a key that only sends requests. */
async function guarded(evaluator: { readonly url: string }, deny: boolean) {
  const workspaceId = await scene.workspace()
  const checks = [
    { id: 'default.webhook', parameters: { webhookURL: `${evaluator.url}/hook`, timeout: 2_000 } },
    { id: 'default.log', parameters: { logURL: `${evaluator.url}/log`, timeout: 2_000 } },
  ]
  const made = { name: 'Hook', checks, actions: { deny, async: false, fail_on_error: deny }, workspace_id: workspaceId }
  const { slug } = await scene.do('POST', '/guardrails', made)
  const defaults = { input_guardrails: [slug], output_guardrails: [slug] }
  await scene.do('PUT', `/admin/workspaces/${workspaceId}`, { defaults })
  const { headers } = await scene.workspaceKey(workspaceId, ['completions.write'])
  const logs = await scene.workspaceKey(workspaceId, ['logs.view', 'logs.list'])
  const log = (trace: string | null) =>
    waitForLog((path) => fetch(`${gateway.url}${path}`, { headers: { ...logs.headers } }), trace)
  return { key: headers['x-gateway-api-key']!, log }
}

async function ask(provider: Simulator, key: string, body: object = {}) {
  const response = await gateway.chat(at(provider, { strict_open_ai_compliance: false }), { key, body })
  const text = await response.text()
  return { status: response.status, text, trace: response.headers.get('x-gateway-trace-id') }
}

test.each([
  ['accepts', { verdict: true, data: { score: 1 } }, 200],
  ['rejects', { verdict: false, data: { score: 1 } }, 446],
] as const)('a default webhook that %s is shown without its address', async (_, reply, status) => {
  await using evaluator = await startSimulator({ answers: [{ body: reply }] })
  await using provider = await startSimulator({ answers: ['a reply'] })
  const { key, log } = await guarded(evaluator, true)
  const { host } = new URL(evaluator.url)
  for (const stream of [false, true]) {
    const asked = await ask(provider, key, { stream })
    expect([asked.status, asked.text.includes('"responseData":{"score":1}')]).toEqual([status, true])
    expect(asked.text).not.toContain(host)
    expect(JSON.stringify((await log(asked.trace)).hook_results)).toContain(host)
  }
})

test('a default webhook that is down is shown without its address', async () => {
  const evaluator = await startSimulator({ answers: ['x'] })
  await evaluator.stop()
  await using provider = await startSimulator({ answers: ['a reply'] })
  const { host } = new URL(evaluator.url)
  for (const deny of [true, false]) {
    const { key, log } = await guarded(evaluator, deny)
    const asked = await ask(provider, key)
    expect([asked.status, asked.text.includes('The check could not be run.')]).toEqual([deny ? 446 : 200, true])
    expect(asked.text).not.toContain(host)
    expect(JSON.stringify((await log(asked.trace)).hook_results)).toContain(host)
  }
})
