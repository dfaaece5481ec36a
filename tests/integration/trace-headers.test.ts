/** Trace context and the headers of Claude Code: logged, searchable, and still sent to the provider. */

import { expect, test } from 'bun:test'
import { at } from '../harness/at.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { shareSimulator } from '../harness/share-simulator.ts'

const gateway = await shareGateway()
const upstream = await shareSimulator({ answers: ['hello'] })

const SENT = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'vendor=1',
  baggage: 'team=search,user=ada',
  'x-claude-code-session-id': 'session-17',
  'x-claude-code-agent-id': 'agent-1',
  'x-claude-code-parent-agent-id': 'agent-0',
}

type Headers = Record<string, string>

async function logOf(headers: Headers) {
  const reply = await gateway.chat(at(upstream), { headers })
  await reply.bytes()
  return gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
}

test('the headers are in the log, the provider gets them, and the log is found by session and agent', async () => {
  const log = await logOf(SENT)
  expect(log).toMatchObject({
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    request: { headers: SENT },
    metadata: { _claude_code_session: 'session-17', _claude_code_agent: 'agent-1' },
  })
  expect(upstream.requests.at(-1)!.headers).toMatchObject(SENT)
  for (const metadata of [{ _claude_code_session: 'session-17' }, { _claude_code_agent: 'agent-1' }]) {
    const page = await gateway.logs({ metadata: JSON.stringify(metadata) })
    expect(page.data.map(({ id }) => id)).toEqual([log.id])
  }
  // The log is stored: it was read above.
  expect((await gateway.logs({ metadata: '{"_claude_code_session":"other"}' })).data).toEqual([])
})

test('credentials are not logged, long values are truncated, and invalid ids are not used as labels', async () => {
  const log = await logOf({
    'x-claude-code-ide-authorization': 'secret-of-the-editor',
    'x-claude-code-session-id': 'x'.repeat(2_000),
    baggage: `a=${'b'.repeat(5_000)}`,
  })
  expect(JSON.stringify(log)).not.toContain('secret-of-the-editor')
  const { headers } = log.request as { headers: Headers }
  expect([headers['baggage']!.length, headers['x-claude-code-session-id']!.length]).toEqual([1_024, 1_024])
  expect(log.metadata).not.toHaveProperty('_claude_code_session')
  expect(upstream.requests.at(-1)!.headers['baggage']).toHaveLength(5_002)
})

test('the metadata of the request wins over the labels', async () => {
  const { traceparent: _, ...others } = SENT
  const log = await logOf({ ...others, 'x-gateway-metadata': '{"_claude_code_agent":"mine"}' })
  expect(log.metadata).toMatchObject({ _claude_code_agent: 'mine', _claude_code_session: 'session-17' })
})

test('a session does not change the cache key', async () => {
  const config = { ...at(upstream), cache: { mode: 'simple' } }
  const ask = (session: string) => gateway.chat(config, { headers: { 'x-claude-code-session-id': session } })
  await (await ask('one')).bytes()
  expect((await ask('two')).headers.get('x-gateway-cache-status')).toBe('HIT')
})
