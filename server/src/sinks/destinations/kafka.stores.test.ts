import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventually } from '../../../../tests/harness/eventually.ts'
import { KAFKA_USER, type KafkaServer, startKafka } from '../../../../tests/harness/kafka-server.ts'
import type { KafkaSinkSettings, SinkSecret } from '../../core/sinks/sinks.ts'
import { createSocketOpener } from '../../egress/checked-socket.ts'
import { LOCAL_POLICY } from '../../egress/test-policy.ts'
import { NO_BODIES } from '../../records/journal/frame.ts'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import { testFolder } from '../../records/testing/test-folder.ts'
import type { Batch, DeliveryOutcome } from '../destination.ts'
import { testDelivery, testSink } from '../test-delivery.ts'
import { kafkaDestination } from './kafka.ts'

let server: KafkaServer
beforeAll(async () => {
  server = await startKafka()
})
afterAll(() => server[Symbol.asyncDispose]())

const services = { openSocket: createSocketOpener(LOCAL_POLICY), connectTimeoutMs: 120_000 }
const forever = new AbortController().signal

function settingsOf(topic: string, more: Partial<KafkaSinkSettings> = {}): KafkaSinkSettings {
  return { type: 'kafka', brokers: [server.broker], topic, tls: false, sasl: 'none', messageKey: 'trace_id', ...more }
}

function batchOf(count: number, text = ''): Batch {
  const records = Array.from({ length: count }, (_, index) => sampleRecord({ traceId: `trace-${index % 7}` }))
  return { id: 'batch', logs: records.map((record) => ({ record, line: JSON.stringify({ id: record.id, text }) })) }
}

async function deliver(settings: KafkaSinkSettings, batch: Batch, secret: SinkSecret = {}): Promise<DeliveryOutcome> {
  const destination = kafkaDestination(settings, secret, services)
  try {
    return await destination.deliver(batch, forever)
  } finally {
    await destination.close()
  }
}

test('each log is one message with its id, and a trace stays in one partition', async () => {
  await server.createTopic('logs')
  const destination = kafkaDestination(settingsOf('logs'), {}, services)
  const batches = [batchOf(20), batchOf(20)]
  for (const batch of batches) expect(await destination.deliver(batch, forever)).toEqual({ kind: 'delivered' })
  await destination.close()
  const logs = batches.flatMap((batch) => batch.logs)
  const messages = await server.read('logs')
  expect(messages.map(({ value }) => value).sort()).toEqual(logs.map(({ line }) => line).sort())
  for (const { key, value, headers } of messages) {
    const { record } = logs.find(({ line }) => line === value)!
    expect([key, headers]).toEqual([record.traceId, { log_id: record.id }])
  }
  const partitionsOf = Map.groupBy(messages, ({ key }) => key)
  expect(partitionsOf.size).toBe(7)
  for (const some of partitionsOf.values()) expect(new Set(some.map(({ partition }) => partition)).size).toBe(1)
})

test('the key can be the workspace', async () => {
  await server.createTopic('by-workspace')
  const batch = batchOf(3)
  await deliver(settingsOf('by-workspace', { messageKey: 'workspace_id' }), batch)
  const keys = (await server.read('by-workspace')).map(({ key }) => key)
  expect(keys).toEqual(batch.logs.map(({ record }) => record.workspaceId))
})

test.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)('%s authenticates', async (sasl) => {
  await server.createTopic(`with-${sasl}`)
  const settings = settingsOf(`with-${sasl}`, { brokers: [server.saslBroker], sasl })
  expect(await deliver(settings, batchOf(2), KAFKA_USER)).toEqual({ kind: 'delivered' })
  expect(await server.read(`with-${sasl}`)).toHaveLength(2)
  const wrong = await deliver(settings, batchOf(1), { ...KAFKA_USER, password: 'not-the-password' })
  expect(wrong).toMatchObject({ kind: 'failed', message: expect.stringMatching(/authentication/i) })
  expect(JSON.stringify(wrong)).not.toContain('not-the-password')
})

test('over TLS, the certificate must be trusted and have the name of the broker', async () => {
  await server.createTopic('over-tls')
  const [, port] = server.tlsBroker.split(':')
  const batch = batchOf(3)
  const deliverTo = async (broker: string, roots?: string) => {
    const settings = settingsOf('over-tls', { brokers: [broker], tls: true, sasl: 'scram-sha-512' })
    const openSocket = createSocketOpener(LOCAL_POLICY, roots === undefined ? {} : { roots })
    const destination = kafkaDestination(settings, KAFKA_USER, { ...services, openSocket })
    try {
      return await destination.deliver(batch, forever)
    } finally {
      await destination.close()
    }
  }
  expect(await deliverTo(server.tlsBroker)).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/self.signed/i),
  })
  expect(await deliverTo(`127.0.0.1:${port}`, server.certificate)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining("does not match certificate's altnames"),
  })
  expect(await deliverTo(server.tlsBroker, server.certificate)).toEqual({ kind: 'delivered' })
  expect((await server.read('over-tls')).map(({ value }) => value).sort()).toEqual(
    batch.logs.map(({ line }) => line).sort(),
  )
})

test('logs are kept while the topic does not exist', async () => {
  const outcome = await deliver(settingsOf('not-yet'), batchOf(1))
  expect(outcome).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('The topic not-yet does not exist'),
  })
})

test('a batch that is too large is reported as such, whether one log or many', async () => {
  await server.createTopic('small', 1, { 'max.message.bytes': '2000' })
  // Random, so that compression does not help.
  const text = Buffer.from(crypto.getRandomValues(new Uint8Array(4_000))).toString('hex')
  for (const count of [1, 5])
    expect(await deliver(settingsOf('small'), batchOf(count, text))).toMatchObject({ kind: 'too-large' })
  expect(await deliver(settingsOf('small'), batchOf(1))).toEqual({ kind: 'delivered' })
})

test('a broker that is down fails the delivery, and another of the list is used', async () => {
  await server.createTopic('second-broker')
  const down = await deliver(settingsOf('second-broker', { brokers: ['127.0.0.1:1'] }), batchOf(1))
  expect(down).toMatchObject({ kind: 'failed', message: expect.stringContaining('127.0.0.1:1') })
  const both = settingsOf('second-broker', { brokers: ['127.0.0.1:1', server.broker] })
  expect(await deliver(both, batchOf(1))).toEqual({ kind: 'delivered' })
})

test('an aborted delivery ends at once, and the next one works', async () => {
  await server.createTopic('aborted')
  const destination = kafkaDestination(settingsOf('aborted'), {}, services)
  const abort = new AbortController()
  const first = destination.deliver(batchOf(1), abort.signal)
  abort.abort(new Error('stopped'))
  await expect(first).rejects.toThrow('stopped')
  expect(await destination.deliver(batchOf(1), forever)).toEqual({ kind: 'delivered' })
  await destination.close()
})

test('private addresses are refused, also if the cluster names them', async () => {
  const strict = { ...services, openSocket: createSocketOpener({ ...LOCAL_POLICY, isLoopbackOpen: false }) }
  const refused = await kafkaDestination(settingsOf('x'), {}, strict).deliver(batchOf(1), forever)
  expect(refused).toMatchObject({ kind: 'failed', message: expect.stringContaining('it is a loopback address') })
  // The seed is reached by a trusted name; the cluster then names 127.0.0.1, which is not trusted.
  const [, port] = server.broker.split(':')
  const named = createSocketOpener(
    { ...LOCAL_POLICY, isLoopbackOpen: false, trustedHosts: ['kafka.example'] },
    { lookup: async () => ['127.0.0.1'] },
  )
  const settings = settingsOf('x', { brokers: [`kafka.example:${port}`] })
  await server.createTopic('x')
  const advertised = await kafkaDestination(settings, {}, { ...services, openSocket: named }).deliver(
    batchOf(1),
    forever,
  )
  expect(advertised).toMatchObject({ kind: 'failed', message: expect.stringContaining('it is a loopback address') })
  expect(await server.read('x')).toEqual([])
})

test('without TLS, the password is only sent to brokers of the sink', async () => {
  await server.createTopic('guarded')
  const [, port] = server.saslBroker.split(':')
  const settings = settingsOf('guarded', { brokers: [`kafka.example:${port}`], sasl: 'plain' })
  const named = { ...services, openSocket: createSocketOpener(LOCAL_POLICY, { lookup: async () => ['127.0.0.1'] }) }
  const outcome = await kafkaDestination(settings, KAFKA_USER, named).deliver(batchOf(1), forever)
  expect(outcome).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining(`the cluster named the broker ${server.saslBroker}, which is not in brokers`),
  })
  const both = { ...settings, brokers: [...settings.brokers, server.saslBroker] }
  const allowed = kafkaDestination(both, KAFKA_USER, named)
  expect(await allowed.deliver(batchOf(1), forever)).toEqual({ kind: 'delivered' })
  await allowed.close()
})

test('delivery continues after the broker was killed, and no log is missing', async () => {
  await server.createTopic('killed')
  using folder = testFolder()
  const sink = testSink({ id: 'stream', settings: settingsOf('killed') })
  await using scene = testDelivery(folder.path, [sink])
  const ids: string[] = []
  const add = (count: number) => {
    for (let index = 0; index < count; index++) {
      const record = sampleRecord()
      ids.push(record.id)
      scene.records.writer.append(record, NO_BODIES)
    }
  }
  await eventually('the sink runs', () => scene.progressOf('stream') !== undefined)
  add(50)
  await eventually('delivered', () => scene.progressOf('stream')?.deliveredLogs === 50)
  await server.kill()
  add(50)
  await eventually('a failure', () => (scene.progressOf('stream')?.failures ?? 0) > 0)
  expect(scene.progressOf('stream')).toMatchObject({ droppedLogs: 0, deliveredLogs: 50 })
  await server.restart()
  await eventually('all delivered', () => scene.progressOf('stream')?.deliveredLogs === 100)
  const found = (await server.read('killed')).map(({ headers }) => headers['log_id'])
  expect([...new Set(found)].sort()).toEqual(ids.sort())
})
