import { afterAll, expect, test } from 'bun:test'
import { BodyWorkers } from '../large/body-workers.ts'
import { handle } from '../pipeline.ts'
import { json, testGateway } from '../test-gateway.ts'

const usual = new BodyWorkers(-1)
const exiting = new BodyWorkers(-1, new URL('../large/test-exiting-worker.ts', import.meta.url))

afterAll(() => {
  for (const workers of [usual, exiting]) workers.close()
})

/** Body workers whose thread exits during every check. Other jobs work. */
const bodies = new Proxy(usual, {
  get: (target, name) => {
    const owner = name === 'guard' ? exiting : target
    const value: unknown = Reflect.get(owner, name, owner)
    return typeof value === 'function' ? value.bind(owner) : value
  },
})

const ANSWER = { choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }] }
const CHECK = { id: 'default.contains', parameters: { words: ['hunter2'], operator: 'none' } }

async function send(hooks: 'before_request_hooks' | 'after_request_hooks', actions: object) {
  const { ports, sent } = testGateway([json(200, ANSWER)])
  const config = {
    provider: 'openai',
    api_key: 'sk-1',
    [hooks]: [{ type: 'guardrail', id: 'g', checks: [CHECK], ...actions }],
  }
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })
  const response = await handle(
    new Request('http://g/v1/chat/completions', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(body.length),
        'x-gateway-api-key': 'KEY',
        'x-gateway-config': JSON.stringify(config),
      },
    }),
    { ...ports, bodies },
  )
  return { status: response.status, body: (await response.json()) as object, calls: sent.length }
}

test.each([
  ['before_request_hooks', { deny: true }, 446, 0],
  ['before_request_hooks', { deny: true, fail_on_error: false }, 200, 1],
  ['before_request_hooks', { fail_on_error: true }, 246, 1],
  ['before_request_hooks', {}, 200, 1],
  ['after_request_hooks', { deny: true }, 446, 1],
  ['after_request_hooks', {}, 200, 1],
] as const)('a worker that exits during %s with %p gives %i', async (hooks, actions, status, calls) => {
  const reply = await send(hooks, actions)
  expect([reply.status, reply.calls]).toEqual([status, calls])
  const error = { name: 'UnreadableError', message: 'The thread that checks large bodies has failed.' }
  expect(reply.body).toMatchObject({ hook_results: { [hooks]: [{ checks: [{ error }] }] } })
})
