import { expect, test } from 'bun:test'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

const LINE = `${JSON.stringify({ custom_id: 'one', result: { type: 'succeeded', message: { id: 'msg_1' } } })}\n`

/** Message batches as Anthropic serves them. */
function anthropic() {
  const calls: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      calls.push(`${request.method} ${pathname} ${request.headers.get('x-api-key')}`)
      if (pathname === '/v1/messages/batches/msgbatch_done/results')
        return new Response(LINE.repeat(2), { headers: { 'content-type': 'application/x-jsonl' } })
      const error = { type: 'not_found_error', message: 'The results are not available yet.' }
      return Response.json({ type: 'error', error }, { status: 404 })
    },
  })
  return { calls, url: `http://127.0.0.1:${server.port}/v1`, [Symbol.dispose]: () => void server.stop(true) }
}

test('the output of an Anthropic batch is its results, as they come', async () => {
  using upstream = anthropic()
  const config = { provider: 'anthropic', api_key: 'sk-ant-0123456789', custom_host: upstream.url }
  const headers = { 'x-gateway-config': JSON.stringify(config) }
  const done = await gateway.fetch('/v1/batches/msgbatch_done/output', { headers })
  expect([done.status, done.headers.get('content-type'), await done.text()]).toEqual([
    200,
    'application/x-jsonl',
    LINE.repeat(2),
  ])
  const early = await gateway.fetch('/v1/batches/msgbatch_early/output', { headers })
  expect([early.status, await early.json()]).toMatchObject([404, { error: { type: 'not_found_error' } }])
  expect(upstream.calls).toEqual([
    'GET /v1/messages/batches/msgbatch_done/results sk-ant-0123456789',
    'GET /v1/messages/batches/msgbatch_early/results sk-ant-0123456789',
  ])
  expect((await gateway.fetch('/v1/batches/msgbatch_done/output', { headers, key: null })).status).toBe(401)
})
