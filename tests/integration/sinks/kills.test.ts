import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../harness/eventually.ts'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { type S3Server, startS3Server } from '../../harness/s3-server.ts'
import { type GatewayProcess, startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { Callers, createSink, expectAll, logWebhook, progressOf, type SentLog } from './killed-gateways.ts'

const KILLS = 2
const REQUESTS_PER_LIFE = 150
const FAST_CLOCK = { BUN_OPTIONS: `--preload=${join(import.meta.dir, 'fast-sink-clock.ts')}` }

function dataFolder() {
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-sinks-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Repeatedly starts gateways and kills all of them under load. Returns running ones. */
async function livesOf(
  start: () => Promise<readonly GatewayProcess[]>,
  callers: Callers,
  onFirst: (gateway: GatewayProcess) => Promise<void>,
): Promise<readonly GatewayProcess[]> {
  for (let life = 0; life < KILLS; life++) {
    const gateways = await start()
    if (life === 0) await onFirst(gateways[0]!)
    const calling = callers.untilDead(gateways)
    await callers.more(REQUESTS_PER_LIFE)
    await Promise.all(gateways.map((gateway) => gateway.kill9()))
    await calling
  }
  return start()
}

async function logsIn({ client }: S3Server, prefix: string): Promise<SentLog[]> {
  const { contents = [] } = await client.list({ prefix: `${prefix}/`, maxKeys: 1_000 })
  const files = contents.map(async ({ key }) => Bun.gunzipSync(await client.file(key).bytes()))
  const text = Buffer.concat(await Promise.all(files)).toString()
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as SentLog]))
}

test('after kills, a webhook and a bucket have every log; a dead webhook stops no request', async () => {
  using folder = dataFolder()
  await using webhook = logWebhook()
  await using dead = logWebhook()
  await using bucket = await startS3Server()
  dead.state = 'silent'
  const callers = new Callers()
  const s3 = {
    type: 's3',
    endpoint: bucket.environment['AWS_ENDPOINT'],
    region: 'us-east-1',
    bucket: bucket.bucket,
    prefix: 'logs',
    access_key_id: bucket.environment['AWS_ACCESS_KEY_ID'],
    secret_access_key: bucket.environment['AWS_SECRET_ACCESS_KEY'],
  }
  let deadId = ''
  const [last] = await livesOf(
    async () => [await startGatewayProcess({ dataDirectory: folder.path, environment: FAST_CLOCK })],
    callers,
    async (gateway) => {
      await createSink(gateway, { name: 'Hook', type: 'webhook', webhook_url: webhook.url })
      await createSink(gateway, { name: 'Lake', ...s3 })
      deadId = await createSink(gateway, { name: 'Dead', type: 'webhook', webhook_url: dead.url })
    },
  )
  await using gateway = last!
  await expectAll(gateway, callers, async () => webhook.logs)
  await expectAll(gateway, callers, () => logsIn(bucket, 'logs'))
  expect(dead.refused()).toBeGreaterThan(0)
  expect(dead.logs).toEqual([])
  // The sink works again and must get every log.
  dead.state = 'accepting'
  await expectAll(gateway, callers, async () => dead.logs)
  expect((await progressOf(gateway, deadId)).map((node) => node.dropped_logs)).toEqual([0])
})

test('a destination that is down for a while gets every log afterwards', async () => {
  await using webhook = logWebhook()
  await using gateway = await startGatewayProcess()
  const id = await createSink(gateway, { name: 'Hook', type: 'webhook', webhook_url: webhook.url })
  const callers = new Callers()
  for (let i = 0; i < 20; i++) await callers.one(gateway)
  await expectAll(gateway, callers, async () => webhook.logs)
  webhook.state = 'failing'
  for (let i = 0; i < 50; i++) await callers.one(gateway)
  await eventually('failures are shown', async () => ((await progressOf(gateway, id))[0]?.failures ?? 0) > 0)
  expect(webhook.logs).toHaveLength(20)
  webhook.state = 'accepting'
  await expectAll(gateway, callers, async () => webhook.logs)
})

test('worker processes: their logs reach the sink after kills of all of them', async () => {
  using folder = dataFolder()
  await using webhook = logWebhook()
  const callers = new Callers()
  const environment = { GATEWAY_WORKERS: '2' }
  const start = async () => [await startGatewayProcess({ dataDirectory: folder.path, environment })]
  const [last] = await livesOf(start, callers, async (gateway) => {
    await createSink(gateway, { name: 'Hook', type: 'webhook', webhook_url: webhook.url })
  })
  await using gateway = last!
  await expectAll(gateway, callers, async () => webhook.logs)
})

test('two nodes on PostgreSQL: the sink has the logs of both after kills', async () => {
  using one = dataFolder()
  using two = dataFolder()
  await using webhook = logWebhook()
  await using database = await sharedDatabase()
  const callers = new Callers()
  const start = async () => [
    await database.startNode({ dataDirectory: one.path }),
    await database.startNode({ dataDirectory: two.path }),
  ]
  const [first, second] = await livesOf(start, callers, async (gateway) => {
    await createSink(gateway, { name: 'Hook', type: 'webhook', webhook_url: webhook.url }, 2)
  })
  await using gateway = first!
  await using _other = second!
  await expectAll(gateway, callers, async () => webhook.logs)
})
