import { expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Actor, ControlScene, withKey } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { type Gateway, startGateway } from '../../harness/start-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const own = withKey('workspace key', gateway.workspaceKey)
const traces = ['x-1', 'x-2', 'x-3']
for (const trace of traces) {
  await (await gateway.chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': trace } })).text()
  await gateway.waitForLog(trace)
}

const ERRORLESS = { filters: { status_code: '2xx' }, requested_data: ['trace_id', 'response_status_code', 'request'] }

async function create(body: object = ERRORLESS, actor: Actor = own): Promise<string> {
  const made = await scene.call(actor, 'POST', '/logs/exports', body)
  expect(made.status).toBe(200)
  return String(made.body['id'])
}

type Job = { status: string; written: number; total: number; error: string | null }

async function untilDone(id: string, at: ControlScene = scene): Promise<Job> {
  return eventually('the export has ended', async () => {
    const job = (await at.do('GET', `/logs/exports/${id}`)) as unknown as Job
    return job.status !== 'in_progress' && job
  })
}

async function finished(body: object = ERRORLESS): Promise<string> {
  const id = await create(body)
  expect((await scene.call(own, 'POST', `/logs/exports/${id}/start`)).status).toBe(200)
  await untilDone(id)
  return id
}

async function signedUrl(id: string): Promise<string> {
  return String((await scene.call(own, 'GET', `/logs/exports/${id}/download`)).body['signed_url'])
}

test('a job is a draft, starts, ends, and its file is downloaded by a link without a key', async () => {
  const made = await scene.call(own, 'POST', '/logs/exports', ERRORLESS)
  expect(made.body).toMatchObject({ object: 'export', total: 3 })
  const id = String(made.body['id'])
  expect(await scene.do('GET', `/logs/exports/${id}`)).toMatchObject({
    object: 'export',
    status: 'draft',
    filters: { status_code: '2xx' },
    requested_data: ERRORLESS.requested_data,
  })
  expect((await scene.call(own, 'GET', `/logs/exports/${id}/download`)).status).toBe(409)
  const started = await scene.call(own, 'POST', `/logs/exports/${id}/start`)
  expect(started.body).toMatchObject({ object: 'export', message: expect.any(String) })
  expect(await untilDone(id)).toMatchObject({ status: 'success', written: 3, total: 3 })
  const url = await signedUrl(id)
  expect(url).toStartWith(`${gateway.baseURL}/logs/exports/${id}/file?`)
  const file = await fetch(url)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(file.headers.get('content-type')).toStartWith('application/jsonl')
  const rows = (await file.text()).trimEnd().split('\n')
  expect(rows.map((row) => JSON.parse(row) as object)).toMatchObject(
    traces.map((trace_id) => ({ trace_id, response_status_code: 200, request: { model: 'sim-model' } })),
  )
  const direct = await scene.call(own, 'GET', `/logs/exports/${id}/content`)
  expect(direct.text).toBe(`${rows.join('\n')}\n`)
})

test('a modified link, an expired link and a link of another job are rejected', async () => {
  const [id, another] = [await finished(), await finished()]
  const url = new URL(await signedUrl(id))
  const with_ = (change: (to: URL) => void) => {
    const changed = new URL(url)
    change(changed)
    return fetch(changed)
  }
  const later = String(Number(url.searchParams.get('expires')) + 1)
  const attempts = [
    await with_((to) => to.searchParams.set('expires', later)),
    await with_((to) => to.searchParams.set('expires', '1')),
    await with_((to) => to.searchParams.delete('signature')),
    await with_((to) => to.searchParams.set('signature', 'x')),
    await with_((to) => {
      to.pathname = to.pathname.replace(id, another)
    }),
    await with_((to) => {
      to.pathname = to.pathname.replace(id, crypto.randomUUID())
    }),
  ]
  expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect((await fetch(url)).status).toBe(200)
})

test('a CSV export has the requested fields and escapes formulas', async () => {
  const headers = { 'x-gateway-trace-id': 'csv' }
  await (await gateway.chat({ provider: 'mock' }, { headers, body: { model: '=cmd|calc' } })).text()
  await gateway.waitForLog('csv')
  const columns = ['trace_id', 'ai_model', 'response_status_code']
  const id = await finished({ filters: { trace_id: 'csv' }, requested_data: columns, format: 'csv' })
  const file = await fetch(await signedUrl(id))
  expect(file.headers.get('content-type')).toStartWith('text/csv')
  expect(await file.text()).toBe(`trace_id,ai_model,response_status_code\r\ncsv,"'=cmd|calc",200\r\n`)
})

test('a finished job cannot be started, changed or stopped; a draft that is stopped can still be started', async () => {
  const draft = await create()
  const done = await finished()
  const refused = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await scene.call(own, method, path, body)
    return [status, (answer['error'] as { code: string }).code]
  }
  expect(await refused('POST', `/logs/exports/${done}/cancel`)).toEqual([409, 'conflict'])
  expect(await refused('POST', `/logs/exports/${done}/start`)).toEqual([409, 'conflict'])
  expect(await refused('PUT', `/logs/exports/${done}`, { filters: {} })).toEqual([409, 'conflict'])
  await scene.do('POST', `/logs/exports/${draft}/cancel`)
  expect(await scene.do('GET', `/logs/exports/${draft}`)).toMatchObject({ status: 'stopped' })
  await scene.do('POST', `/logs/exports/${draft}/start`)
  expect(await untilDone(draft)).toMatchObject({ status: 'success' })
})

test('an updated draft keeps omitted fields and returns its new log count', async () => {
  const id = await create()
  const changed = await scene.call(own, 'PUT', `/logs/exports/${id}`, {
    filters: { trace_id: ['x-1'] },
    exportId: id,
    description: 'one of them',
  })
  expect(changed).toMatchObject({ status: 200, body: { id, total: 1, object: 'export' } })
  expect(await scene.do('GET', `/logs/exports/${id}`)).toMatchObject({
    description: 'one of them',
    filters: { trace_id: 'x-1' },
    requested_data: ERRORLESS.requested_data,
  })
  await scene.do('POST', `/logs/exports/${id}/start`)
  expect(await untilDone(id)).toMatchObject({ status: 'success', written: 1 })
})

test('deleting a job deletes its file', async () => {
  const id = await finished()
  const url = await signedUrl(id)
  const folder = join(gateway.dataDirectory, 'exports')
  expect(await readdir(folder)).toContain(`${id}.jsonl`)
  expect((await scene.call(own, 'DELETE', `/logs/exports/${id}`)).body).toEqual({})
  expect(await readdir(folder)).not.toContain(`${id}.jsonl`)
  expect((await fetch(url)).status).toBe(404)
})

test('a job has only the logs of its workspace', async () => {
  await finished()
  const neighbour = await scene.workspaceKey(await scene.workspace(), ['logs.export'])
  const theirs = await create({ filters: {}, requested_data: ['id'] }, neighbour)
  await scene.do('POST', `/logs/exports/${theirs}/start`)
  expect(await untilDone(theirs)).toMatchObject({ status: 'success', written: 0 })
})

test.each([
  [{ requested_data: [] }, 'requested_data'],
  [{ requested_data: ['id', 'password'] }, 'requested_data[1]'],
  [{ filters: {} }, 'requested_data'],
  [{ filters: { page_size: 50_001 }, requested_data: ['id'] }, 'filters.page_size'],
  [{ filters: { stauts_code: '200' }, requested_data: ['id'] }, 'filters.stauts_code'],
  [{ filters: { cost_min: 'cheap' }, requested_data: ['id'] }, 'filters.cost_min'],
  [{ requested_data: ['id'], format: 'xlsx' }, 'format'],
  [{ requested_data: ['id'], description: 'x'.repeat(513) }, 'description'],
])('%j is rejected by name', async (body, param) => {
  const refused = await scene.call(own, 'POST', '/logs/exports', body)
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_body', param } } })
})

/** Posts `count` logs, up to 500 per call. */
async function fill(target: Gateway, count: number): Promise<void> {
  const log = { request: { url: 'x', body: { text: 'x'.repeat(1_000) } }, response: { body: {} } }
  for (let sent = 0; sent < count; sent += 500) {
    const reply = await target.fetch('/v1/logs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array.from({ length: 500 }, () => log)),
    })
    expect(reply.status).toBe(200)
  }
  for (;;) {
    const { summary } = (await (await target.fetch('/v1/analytics/summary')).json()) as {
      summary: { requests: number }
    }
    if (summary.requests >= count) return
    await Bun.sleep(20)
  }
}

test('a job resumes after a kill and after a stop, with every log once', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-export-'))
  try {
    const first = await startGatewayProcess({ dataDirectory })
    await fill(first, 3_000)
    const before = new ControlScene(first)
    const { id } = await before.do('POST', '/logs/exports', { filters: {}, requested_data: ['id', 'request'] })
    await before.do('POST', `/logs/exports/${id}/start`)
    const read = async (at: ControlScene) => (await at.do('GET', `/logs/exports/${id}`)) as unknown as Job
    for (let job = await read(before); job.written === 0; job = await read(before))
      expect(job.status).toBe('in_progress')
    await first.kill9()
    await using second = await startGateway({ dataDirectory })
    const after = new ControlScene(second)
    const cancelled = await after.call(after.admin, 'POST', `/logs/exports/${id}/cancel`)
    // The job may have finished before the stop request.
    if (cancelled.status === 200) {
      const stopped = await read(after)
      expect(stopped.status).toBe('stopped')
      await after.do('POST', `/logs/exports/${id}/start`)
    }
    expect(await untilDone(String(id), after)).toMatchObject({ status: 'success', written: 3_000 })
    const { text } = await after.call(after.admin, 'GET', `/logs/exports/${id}/content`)
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id)
    expect(ids).toHaveLength(3_000)
    expect(new Set(ids).size).toBe(3_000)
  } finally {
    await rm(dataDirectory, { recursive: true })
  }
})

test('many concurrent jobs all finish', async () => {
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push(await create())
  for (const id of ids) await scene.do('POST', `/logs/exports/${id}/start`)
  for (const id of ids) expect((await untilDone(id)).status).toBe('success')
})
