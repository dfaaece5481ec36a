import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess({ environment: { GATEWAY_IDLE_TIMEOUT_MS: '2000' } })

const ANSWER = '{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"hello"}}]}'
const HEAD = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${ANSWER.length}\r\n\r\n`
const EVENTS =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n6\r\n: hi\n\n\r\n'

/** The bytes the provider has sent when its socket fails, one entry per point of failure. */
const POINTS: readonly (readonly [string, string])[] = [
  ['before the status line', ''],
  ['in the status line', 'HTTP/1.1 2'],
  ['in the headers', HEAD.slice(0, 30)],
  ['after the headers', HEAD],
  ['in the body', HEAD + ANSWER.slice(0, 20)],
  ['before the last byte', HEAD + ANSWER.slice(0, -1)],
  ['after the first event', EVENTS],
  ['in a chunk', `${EVENTS}ff\r\ndata:`],
]
const KINDS = ['end', 'reset', 'stay'] as const
const ROUTES: readonly (readonly [string, string, object])[] = [
  ['plain', '/v1/chat/completions', {}],
  ['streamed', '/v1/chat/completions', { stream: true }],
  ['pass-through', '/v1/proxy/anything', {}],
]

test('wherever the provider’s socket fails, no caller hangs and every error has a code', async () => {
  const wrong: string[] = []
  const failures = POINTS.flatMap(([where, raw]) => KINDS.map((ending) => ({ where, raw, ending })))
  await Promise.all(
    failures.map(async ({ where, raw, ending }) => {
      await using simulator = await startSimulator({ answers: [{ raw, ending }] })
      await Promise.all(
        ROUTES.map(async ([route, path, more]) => {
          const problem = await ask(path, at(simulator), more)
          if (problem !== null) wrong.push(`${route}, ${ending} ${where}: ${problem}`)
        }),
      )
    }),
  )
  expect(wrong).toEqual([])
})

/** The problem with the response to a request whose provider failed; null if it reports the failure. */
async function ask(path: string, config: object, more: object): Promise<string | null> {
  const headers = { 'x-gateway-config': JSON.stringify(config) }
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...more }
  const reply = await gateway.fetch(path, { method: 'POST', headers, body })
  let text: string
  try {
    text = await reply.text()
  } catch {
    return reply.status === 200 ? null : `status ${reply.status} and a broken body`
  }
  if (reply.status === 200) return text.includes('event: error') ? null : `a clean 200: ${text.slice(0, 60)}`
  if (![502, 504].includes(reply.status)) return `status ${reply.status}`
  return /"code":"upstream_\w+"/.test(text) && reply.headers.has('x-gateway-trace-id')
    ? null
    : `no code: ${text.slice(0, 60)}`
}
