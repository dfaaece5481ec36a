import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { eventually } from '../../../tests/harness/eventually.ts'
import { NO_BODIES } from '../records/journal/frame.ts'
import { listOutbox, outboxDirectory } from '../records/journal/outbox.ts'
import { sampleRecord } from '../records/testing/sample-record.ts'
import { testFolder } from '../records/testing/test-folder.ts'
import { testDelivery, testSink, testWebhook } from './test-delivery.ts'

const settings = { type: 'webhook' } as const

test('every log reaches the webhook once, signed and in order, and the segments are deleted afterwards', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  const sink = testSink({ id: 'one', settings, secret: { url: webhook.url, signingSecret: 'a-secret-of-16-c' } })
  await using scene = testDelivery(folder.path, [sink])
  await eventually('the sink has a cursor', () => scene.progressOf('one'))
  const ids: string[] = []
  for (let i = 0; i < 300; i++) {
    const record = sampleRecord()
    ids.push(record.id)
    scene.records.writer.append(record, NO_BODIES)
    if (i % 50 === 0) await Bun.sleep(5)
  }
  await eventually('all logs are delivered', () => webhook.logIds.size === ids.length)
  expect(webhook.requests.flatMap((request) => request.logIds)).toEqual(ids)
  expect(new Set(webhook.requests.map(({ id }) => id)).size).toBe(webhook.requests.length)
  const { headers, body } = webhook.requests[0]!
  const signed = `${headers.get('x-gateway-timestamp')}.${body}`
  const signature = createHmac('sha256', 'a-secret-of-16-c').update(signed).digest('hex')
  expect(headers.get('x-gateway-signature')).toBe(`sha256=${signature}`)
  await scene.records.drained()
  await eventually('the outbox is empty', () => listOutbox(folder.journalDirectory).length === 0)
  await eventually('the counts are reported', () => scene.progressOf('one')?.deliveredLogs === ids.length)
  expect(scene.progressOf('one')).toMatchObject({ droppedLogs: 0, filteredLogs: 0, failures: 0, waitingBytes: 0 })
  expect(scene.problems).toEqual([])
})

test('logs wait while the destination is down and arrive afterwards, without being read from the store', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  webhook.respond = () => new Response('try later', { status: 503 })
  const sink = testSink({ id: 'one', settings, secret: { url: webhook.url } })
  await using scene = testDelivery(folder.path, [sink])
  await eventually('the sink has a cursor', () => scene.progressOf('one'))
  const ids = Array.from({ length: 100 }, () => sampleRecord()).map((record) => {
    scene.records.writer.append(record, NO_BODIES)
    return record.id
  })
  await scene.records.drained()
  await eventually('it fails', () => (scene.progressOf('one')?.failures ?? 0) >= 3)
  expect(listOutbox(folder.journalDirectory).length).toBeGreaterThan(0)
  const failing = scene.progressOf('one')!
  expect(failing.lastError?.message).toBe('HTTP status 503: try later')
  expect(failing.waitingBytes).toBeGreaterThan(0)
  expect(failing.oldestWaitingAtMs).toBeGreaterThan(0)
  // A batch keeps its id and its logs while it is sent again.
  expect(new Set(webhook.requests.map(({ id, logIds }) => `${id} ${logIds.length}`)).size).toBe(1)
  webhook.respond = () => new Response()
  await eventually('all logs are delivered', () => webhook.logIds.size === ids.length)
  await eventually('the outbox is empty', () => listOutbox(folder.journalDirectory).length === 0)
})

test('a rejected batch is dropped after three attempts and counted; later logs arrive', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  webhook.respond = () => new Response('no such field', { status: 422 })
  const sink = testSink({ id: 'one', settings, secret: { url: webhook.url } })
  await using scene = testDelivery(folder.path, [sink])
  await eventually('the sink has a cursor', () => scene.progressOf('one'))
  scene.records.writer.append(sampleRecord(), NO_BODIES)
  await eventually('it is dropped', () => scene.progressOf('one')?.droppedLogs === 1)
  expect(webhook.requests.length).toBe(3)
  expect(scene.problems).toEqual(['Sink one rejected 1 logs, which are dropped: HTTP status 422: no such field'])
  webhook.respond = () => new Response()
  const later = sampleRecord()
  scene.records.writer.append(later, NO_BODIES)
  await eventually('the later log arrives', () => webhook.logIds.has(later.id))
})

test('a destination that limits the size of a request gets smaller batches, and no log is lost', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  webhook.respond = (_, body) => new Response(null, { status: body.length > 20_000 ? 413 : 200 })
  const sink = testSink({ id: 'one', settings, secret: { url: webhook.url } })
  await using scene = testDelivery(folder.path, [sink], { maxAgeMs: 100 })
  await eventually('the sink has a cursor', () => scene.progressOf('one'))
  const ids = Array.from({ length: 200 }, () => sampleRecord()).map((record) => {
    scene.records.writer.append(record, NO_BODIES)
    return record.id
  })
  await eventually('all logs are delivered', () => webhook.logIds.size === ids.length)
  expect(webhook.requests.some(({ body }) => body.length > 20_000)).toBe(true)
  await eventually('the counts are reported', () => scene.progressOf('one')?.deliveredLogs === ids.length)
  expect(scene.progressOf('one')?.droppedLogs).toBe(0)
})

test('the size of a batch is limited in bytes, not in characters', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  const sink = testSink({ id: 'one', settings, secret: { url: webhook.url }, selection: { bodies: 'full' } })
  await using scene = testDelivery(folder.path, [sink], { maxAgeMs: 200, segmentBytes: 2 ** 24 })
  await eventually('the sink has a cursor', () => scene.progressOf('one'))
  const request = Buffer.from(JSON.stringify({ input: '\u8a9e'.repeat(80_000) }))
  const ids = Array.from({ length: 12 }, () => sampleRecord()).map((record) => {
    scene.records.writer.append(record, { request, response: null })
    return record.id
  })
  await eventually('all logs are delivered', () => webhook.logIds.size === ids.length)
  expect(webhook.requests.some(({ logIds }) => logIds.length > 1)).toBe(true)
  for (const { body } of webhook.requests) expect(Buffer.byteLength(body)).toBeLessThan(2 ** 20)
})

test('a sink that is too far behind loses the oldest logs, which are counted and reported once', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  webhook.respond = () => new Response(null, { status: 401 })
  const sink = testSink({ id: 'one', settings, secret: { url: webhook.url } })
  const backlogBytes = 50_000
  await using scene = testDelivery(folder.path, [sink], { backlogBytes, segmentBytes: 10_000 })
  await eventually('the sink has a cursor', () => scene.progressOf('one'))
  const ids: string[] = []
  for (let i = 0; i < 400; i++) {
    const record = sampleRecord()
    ids.push(record.id)
    scene.records.writer.append(record, NO_BODIES)
    if (i % 40 === 0) await Bun.sleep(20)
  }
  await scene.records.drained()
  await eventually('logs are dropped', () => {
    const { waitingBytes = 0, droppedLogs = 0 } = scene.progressOf('one') ?? {}
    return droppedLogs > 0 && waitingBytes <= backlogBytes
  })
  webhook.respond = () => new Response()
  await eventually('the rest is delivered', () => webhook.logIds.has(ids.at(-1)!))
  await eventually('everything is counted', () => {
    const { droppedLogs = 0, deliveredLogs = 0 } = scene.progressOf('one') ?? {}
    return droppedLogs + deliveredLogs === ids.length
  })
  // Only the oldest logs were dropped.
  expect([...webhook.logIds]).toEqual(ids.slice(ids.length - webhook.logIds.size))
  expect(scene.problems.length).toBe(1)
})

test('a new sink starts at the end of the journal, a disabled one keeps nothing', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  await using second = testWebhook()
  const one = testSink({ id: 'one', settings, secret: { url: webhook.url } })
  const two = testSink({ id: 'two', settings, secret: { url: second.url } })
  await using scene = testDelivery(folder.path, [one])
  await eventually('the first sink has a cursor', () => scene.progressOf('one'))
  const early = sampleRecord()
  scene.records.writer.append(early, NO_BODIES)
  await eventually('the first log arrives', () => webhook.logIds.has(early.id))
  scene.change([one, two])
  await eventually('the second sink has a cursor', () => scene.progressOf('two'))
  const late = sampleRecord()
  scene.records.writer.append(late, NO_BODIES)
  await eventually('the second sink gets the second log', () => second.logIds.has(late.id))
  await eventually('the first sink gets it too', () => webhook.logIds.has(late.id))
  expect(second.logIds.has(early.id)).toBe(false)
  scene.change([two])
  await eventually(
    'the cursor is deleted',
    () => !readdirSync(outboxDirectory(folder.journalDirectory)).includes('one.cursor'),
  )
  scene.change([])
  await eventually('the outbox is deleted', () => !existsSync(outboxDirectory(folder.journalDirectory)))
  scene.records.writer.append(sampleRecord(), NO_BODIES)
  await scene.records.drained()
  expect(existsSync(outboxDirectory(folder.journalDirectory))).toBe(false)
})

test('only logs of the organisation and the workspace of a sink are sent', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  const sink = testSink({ id: 'one', settings, workspaceId: 'ws_1', secret: { url: webhook.url } })
  await using scene = testDelivery(folder.path, [sink])
  await eventually('the sink has a cursor', () => scene.progressOf('one'))
  scene.records.writer.append(sampleRecord({ organisationId: 'org_2' }), NO_BODIES)
  scene.records.writer.append(sampleRecord({ workspaceId: 'ws_2' }), NO_BODIES)
  const own = sampleRecord()
  scene.records.writer.append(own, NO_BODIES)
  await eventually('its log arrives', () => webhook.logIds.size > 0)
  expect([...webhook.logIds]).toEqual([own.id])
})

test('a test sends one sample and returns the answer of the destination', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  await using scene = testDelivery(folder.path, [])
  expect(await scene.delivery.test(settings, { url: webhook.url })).toMatchObject({ isDelivered: true })
  expect(webhook.requests.length).toBe(1)
  webhook.respond = () => new Response('unknown token', { status: 403 })
  expect(await scene.delivery.test(settings, { url: webhook.url })).toMatchObject({
    isDelivered: false,
    message: 'HTTP status 403: unknown token',
  })
  const forbidden = await scene.delivery.test(settings, { url: 'http://169.254.169.254/latest' })
  expect(forbidden).toMatchObject({ isDelivered: false })
  expect(forbidden.message).toContain('metadata address')
})

test('a sink whose secret cannot be read for a while misses no log', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  const sink = testSink({ id: 'one', settings, secret: { url: webhook.url } })
  // While another sink is delivered to, the worker deletes segments that no sink needs.
  const other = testSink({ id: 'other', settings, secret: { url: webhook.url }, workspaceId: 'ws_none' })
  await using scene = testDelivery(folder.path, [sink, other])
  await eventually('the sink has a cursor', () => scene.progressOf('one'))
  scene.lock(true)
  await eventually('it is reported', () => scene.problems.some((problem) => problem.includes('the key is not there')))
  const ids = Array.from({ length: 200 }, () => sampleRecord()).map((record) => {
    scene.records.writer.append(record, NO_BODIES)
    return record.id
  })
  await scene.records.drained()
  await eventually('the page says why', () =>
    scene.progressOf('one')?.lastError?.message.includes('the key is not there'),
  )
  expect(webhook.logIds.size).toBe(0)
  scene.lock(false)
  await eventually('all logs are delivered', () => webhook.logIds.size === ids.length)
  await eventually('the outbox is empty', () => listOutbox(folder.journalDirectory).length === 0)
  expect(scene.progressOf('one')?.droppedLogs).toBe(0)
})

test('batches grow again after a destination has accepted small ones', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  let most = 2
  webhook.respond = (ids) => new Response(null, { status: ids.length > most ? 413 : 200 })
  const sink = testSink({ id: 'one', settings, secret: { url: webhook.url } })
  await using scene = testDelivery(folder.path, [sink])
  await eventually('the sink has a cursor', () => scene.progressOf('one'))
  const append = (count: number) => {
    for (let i = 0; i < count; i++) scene.records.writer.append(sampleRecord(), NO_BODIES)
  }
  append(40)
  await eventually('all logs are delivered', () => webhook.logIds.size === 40)
  most = 1_000
  append(360)
  await eventually('all logs are delivered', () => webhook.logIds.size === 400)
  expect(Math.max(...webhook.requests.slice(-20).map(({ logIds }) => logIds.length))).toBeGreaterThan(8)
})
