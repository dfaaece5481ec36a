/** What was found is masked wherever results are shown: in responses, in logs and in the timeline. */

import { expect, test } from 'bun:test'
import { at } from '../../harness/at.ts'
import { waitForLog } from '../../harness/read-logs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const provider = await shareSimulator({ answers: ['fine'] })

const TOKEN = `ghp_${'Ab1Cd2Ef3'.repeat(4)}`
const SECRETS = { 'default.secrets': {} }

async function check(args: string, guardrail: object = SECRETS) {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: args } }
  const messages = [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'a' },
  ]
  const response = await gateway.chat(at(provider, { input_guardrails: [guardrail] }), { body: { messages } })
  const { hook_results: results } = (await response.json()) as { hook_results: object }
  const trace = response.headers.get('x-gateway-trace-id') ?? ''
  return { status: response.status, results: JSON.stringify(results), trace }
}

test.each([
  ['as the name of a member', `{"${TOKEN}": 1}`],
  ['as a name around another secret', `{"${TOKEN}": {"token": "${TOKEN.replace('A', 'B')}"}}`],
  ['as a name in JSON in JSON', JSON.stringify({ inner: JSON.stringify({ [`a\\n${TOKEN}`]: TOKEN }) })],
])('a secret %s', async (_, args) => {
  const { status, results, trace } = await check(args)
  expect(status).toBe(246)
  expect(results).toContain('"masked":"gh******')
  expect(results).not.toContain(TOKEN.slice(4))
  const log = await waitForLog((path, options) => gateway.fetch(path, options), trace)
  expect(JSON.stringify([log.decisions, log.hook_results])).not.toContain(TOKEN.slice(4))
})

test('names that are long or many do not make the results large', async () => {
  const name = 'k'.repeat(50_000)
  let args = JSON.stringify(TOKEN)
  for (let i = 0; i < 4; i++) args = `{"${name}": ${args}}`
  const { results } = await check(args)
  expect(results).toContain('"masked"')
  expect(results.length).toBeLessThan(10_000)
})
