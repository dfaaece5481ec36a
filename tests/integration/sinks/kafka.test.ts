import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KAFKA_USER, startKafka } from '../../harness/kafka-server.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { Callers, createSink, expectAll, type SentLog } from './killed-gateways.ts'

test('Kafka has every log after kills of the gateway and of the broker', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-sinks-'))
  try {
    await using kafka = await startKafka()
    await kafka.createTopic('logs')
    const callers = new Callers()
    const sasl = { sasl: 'scram-sha-512', ...KAFKA_USER }
    const sink = { name: 'Stream', type: 'kafka', brokers: [kafka.saslBroker], topic: 'logs', tls: false, ...sasl }
    const gateway = await startGatewayProcess({ dataDirectory })
    const id = await createSink(gateway, sink)
    const tested = await gateway.fetch(`/v1/sinks/${id}/test`, { method: 'POST', key: gateway.adminKey })
    expect(await tested.json()).toMatchObject({ delivered: true })
    const calling = callers.untilDead([gateway])
    await callers.more(100)
    // Requests go on while the broker is down.
    await kafka.kill()
    await callers.more(100)
    await gateway.kill9()
    await calling
    await kafka.restart()
    await using last = await startGatewayProcess({ dataDirectory })
    await expectAll(last, callers, async () => {
      const logs = (await kafka.read('logs')).map(({ value }) => JSON.parse(value) as SentLog & { metadata: object })
      return logs.filter(({ metadata }) => !('gatehouse_test' in metadata))
    })
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})
