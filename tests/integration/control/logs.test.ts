import { expect, test } from 'bun:test'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const own = withKey('workspace key', gateway.workspaceKey)

async function send(traceId: string, metadata: object, model = 'mock-1'): Promise<void> {
  const headers = { 'x-gateway-trace-id': traceId, 'x-gateway-metadata': JSON.stringify(metadata) }
  await (await gateway.chat({ provider: 'mock' }, { headers, body: { model } })).text()
}

test('every list filter finds only the matching request', async () => {
  await send('filtered-1', { _user: 'ann', team: 'blue' })
  await send('filtered-2', { _user: 'bob', team: 'red' })
  const { id } = await gateway.waitForLog('filtered-1')
  await gateway.waitForLog('filtered-2')
  const query = async (filter: Record<string, string>) => (await gateway.logs(filter)).data.map((log) => log.id)
  const sure = { trace_id: 'filtered-1,filtered-2' }
  expect(await query({ ...sure, metadata: '{"team":"blue"}' })).toEqual([id])
  expect(await query({ ...sure, metadata: '{"_user":"ann","team":"red"}' })).toEqual([])
  expect(await query({ trace_id: 'filtered-1', status_code: '2xx' })).toEqual([id])
  expect(await query({ trace_id: 'filtered-1', status_code: '4xx,5xx' })).toEqual([])
  expect(await query({ trace_id: 'filtered-1', provider: 'mock', endpoint: 'chat.completions' })).toEqual([id])
  expect(await query({ trace_id: 'filtered-1', total_units_min: '1' })).toEqual([id])
  expect(await query({ trace_id: 'filtered-1', total_units_min: '1000000' })).toEqual([])
  expect(await query({ trace_id: 'filtered-1', time_of_generation_max: '2020-01-01T00:00:00Z' })).toEqual([])
})

test('a long list is read page by page, each log once', async () => {
  for (let i = 0; i < 5; i++) await send('paged', { i: String(i) })
  await eventually(
    'all five logs are stored',
    async () => (await gateway.logs({ trace_id: 'paged' })).data.length === 5,
  )
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await gateway.logs({ trace_id: 'paged', page_size: '2', ...(cursor !== '' && { cursor }) })
    seen.push(...page.data.map((log) => log.metadata['i']!))
    cursor = page.next_cursor
  }
  expect(seen).toEqual(['4', '3', '2', '1', '0'])
})

test('facets and histogram return the distribution of the logs', async () => {
  await send('spread', { _user: 'cid' })
  await gateway.waitForLog('spread')
  const facets = await scene.call(own, 'GET', '/logs/facets?provider=mock')
  expect(facets.body).toMatchObject({ object: 'log-facets', is_partial: false })
  const { provider } = facets.body['facets'] as { provider: { value: string; requests: number }[] }
  expect(provider.map(({ value }) => value)).toEqual(['mock'])
  const histogram = await scene.call(own, 'GET', '/logs/histogram?bars=24')
  const bars = histogram.body['data'] as { ok: number; errors: number }[]
  expect(bars.reduce((sum, bar) => sum + bar.ok + bar.errors, 0)).toBeGreaterThanOrEqual(provider[0]!.requests)
})

test('an imported log is listed only in the caller’s workspace', async () => {
  const workspaceId = await scene.workspace()
  const writer = await scene.workspaceKey(workspaceId, ['logs.write'])
  const log = {
    request: { url: 'https://models.example/generate', provider: 'own', body: { model: 'm-1', prompt: 'Hello' } },
    response: { status: 200, body: { usage: { prompt_tokens: 5, completion_tokens: 6 } }, response_time: 33 },
    metadata: { trace_id: 'told', _user: 'dee' },
  }
  const posted = await scene.call(writer, 'POST', '/logs', log)
  expect(posted).toMatchObject({ status: 200, body: { status: 'success' } })
  const path = `/logs?trace_id=told&workspace_id=${workspaceId}`
  const listed = await eventually('the log is stored', async () => {
    const page = await scene.do('GET', path)
    return (page['data'] as unknown[]).length > 0 && page
  })
  expect(listed['data']).toMatchObject([
    {
      id: (posted.body['log_ids'] as string[])[0],
      source: 'external',
      workspace_id: workspaceId,
      ai_model: 'm-1',
      response_time: 33,
      usage: { total_tokens: 11 },
      cost: null,
      metadata: { _user: 'dee' },
    },
  ])
  // The imported logs are stored: they were read above.
  expect((await gateway.logs({ trace_id: 'told' })).data).toEqual([])
})

test('an imported log has no body if bodies are not stored', async () => {
  const workspaceId = await scene.workspace()
  await scene.do('PUT', `/admin/workspaces/${workspaceId}`, { log_bodies: false })
  const writer = await scene.workspaceKey(workspaceId, ['logs.write'])
  const log = { request: { url: 'x', body: 'a private question' }, response: { body: 'a private answer' } }
  const posted = await scene.call(writer, 'POST', '/logs', log)
  const [id] = posted.body['log_ids'] as string[]
  const read = await eventually('the log is stored', async () => {
    const reply = await scene.call(scene.admin, 'GET', `/logs/${id}`)
    return reply.status === 200 && reply
  })
  expect(read.body).toMatchObject({ request: { body: null }, response: { body: null } })
})

test('an Admin key cannot import logs, which belong to a workspace', async () => {
  const log = { request: { url: 'x', body: 1 }, response: { body: 2 } }
  const refused = await scene.call(scene.admin, 'POST', '/logs', log)
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'scope_missing' } } })
})

test('the live log stream shows finished requests until the caller’s key is deleted', async () => {
  const workspaceId = await scene.defaultWorkspace()
  const made = await scene.do('POST', '/api-keys/workspace/service', {
    name: 'watcher',
    scopes: ['logs.list'],
    workspace_id: workspaceId,
  })
  const reply = await gateway.fetch('/v1/logs/stream?provider=mock', { key: String(made['key']) })
  expect(reply.headers.get('content-type')).toStartWith('text/event-stream')
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  const until = async (pattern: RegExp) => {
    while (!pattern.test(seen)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`The stream ended before ${pattern}: ${seen}`)
      seen += value
    }
  }
  await until(/retry: 2000/)
  await send('watched', {})
  await until(/"trace_id":"watched"/)
  await scene.do('DELETE', `/api-keys/${made['id']}`)
  await until(/event: end/)
  expect((await reader.read()).done).toBe(true)
})

test('a log has the upstream request if it differs from the caller’s, and never a secret of a config', async () => {
  const seen = async (config: object, body: object = {}) => {
    const reply = await gateway.chat(config, { body })
    const detail = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    return (detail as unknown as { attempts: { sent_body: string | null }[] }).attempts[0]?.sent_body ?? null
  }
  expect(await seen({ provider: 'mock' })).toBeNull()
  const changed = await seen({ provider: 'mock', override_params: { max_tokens: 7, user: 'ada' } })
  expect(JSON.parse(changed ?? '{}')).toMatchObject({ max_tokens: 7, user: 'ada' })
  const tools = [{ type: 'mcp', authorization: 'tool-secret-value' }]
  expect(await seen({ provider: 'mock', override_params: { tools } })).toBeNull()
  const drops = { provider: 'mock', drop_params: ['note'] }
  expect(JSON.parse((await seen(drops, { note: 'x', user: 'ada' })) ?? '{}')).toMatchObject({ user: 'ada' })
  // Logged bodies are truncated, so the end of this request is unknown.
  expect(await seen(drops, { note: 'x'.repeat(300_000), user: 'ada' })).toBeNull()
})

test('an attempt that a retry or fallback followed has the body of its response, unless bodies are not logged', async () => {
  const failing = { provider: 'mock', override_params: { model: 'mock-error-500' } }
  const config = {
    strategy: { mode: 'fallback', on_status_codes: [500] },
    targets: [{ ...failing, retry: { attempts: 1, on_status_codes: [500] } }, { provider: 'mock' }],
  }
  const bodiesOf = async (headers: Record<string, string>) => {
    const reply = await gateway.chat(config, { headers })
    expect(reply.status).toBe(200)
    await reply.text()
    const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    const { attempts } = log as unknown as {
      attempts: { response_body: string | null; response_body_cut: boolean }[]
    }
    return attempts
  }
  const logged = await bodiesOf({})
  expect(logged.map((one) => one.response_body_cut)).toEqual([false, false, false])
  for (const { response_body } of logged.slice(0, 2))
    expect(JSON.parse(response_body ?? '{}')).toMatchObject({ error: { message: expect.any(String) } })
  expect(logged[2]?.response_body).toBeNull()
  const silent = await bodiesOf({ 'x-gateway-debug': 'false' })
  expect(silent.map((one) => one.response_body)).toEqual([null, null, null])
})
