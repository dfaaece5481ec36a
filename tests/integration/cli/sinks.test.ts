import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-sinks-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const environment = {
  KEY_ID: 'AKIAEXAMPLE',
  KEY_SECRET: 'very-secret',
  // Nothing listens there.
  HOOK: 'http://127.0.0.1:1/T0KEN',
  TOKEN: 'Bearer header-secret',
}
const asKey = { gateway, environment, folder }
const ask = <Reply = Record<string, unknown>>(...words: string[]) => askCommand<Reply>(words, asKey)
const refused = (...words: string[]) => runCommand(words, asKey)

async function write(path: string, content: object): Promise<void> {
  await mkdir(join(folder, 'gatehouse', path, '..'), { recursive: true })
  await writeFile(join(folder, 'gatehouse', `${path}.json`), JSON.stringify(content))
}

type Plan = { create: number; update: number; unchanged: number }
type Sink = { id: string; name: string; secrets: string[]; enabled: boolean; progress: null }

test('a sink is created with flags, changed, listed and deleted; secrets are never shown', async () => {
  const made = await ask<Sink>(
    ...['sinks', 'create', 'Lake', '--type', 's3', '--region', 'eu-central-1', '--bucket', 'logs'],
    ...['--format', 'parquet', '--filter', 'status:5xx', '--sample-rate', '0.5', '--exclude-metadata', '_user'],
    ...['--access-key-id-env', 'KEY_ID', '--secret-access-key-env', 'KEY_SECRET', '--disabled'],
  )
  expect(made).toMatchObject({
    type: 's3',
    enabled: false,
    format: 'parquet',
    filter: 'status:5xx',
    sample_rate: 0.5,
    exclude_metadata: ['_user'],
    secrets: ['access_key_id', 'secret_access_key'],
  })
  const changed = await ask<Sink>('sinks', 'update', 'Lake', '--enable', '--no-filter', '--bodies', 'masked')
  expect(changed).toMatchObject({ enabled: true, filter: null, bodies: 'masked' })
  const { out, code } = await runCommand(['sinks', 'list'], asKey)
  expect([code, out.includes('very-secret')]).toEqual([0, false])
  expect(await ask<unknown[]>('sinks', 'progress', 'Lake')).toEqual([])
  await ask('sinks', 'delete', made.id, '--yes')
  expect(await ask<unknown[]>('sinks', 'list')).toEqual([])
})

test.each([
  [['sinks', 'create', 'X'], '--type'],
  [['sinks', 'create', 'X', '--type', 'webhook'], 'webhook_url'],
  [['sinks', 'create', 'X', '--type', 'webhook', '--url-env', 'NOT_SET'], 'NOT_SET'],
  [['sinks', 'create', 'X', '--type', 'otlp', '--endpoint', 'https://x', '--header-env', 'A=NOT_SET'], 'NOT_SET'],
  [['sinks', 'create', 'X', '--type', 'webhook', '--url-env', 'HOOK', '--sample-rate', '2'], '--sample-rate'],
  [['sinks', 'update', 'X'], 'Nothing to change'],
  [['sinks', 'update', 'X', '--enable', '--disable'], 'not both'],
  [['sinks', 'update', 'X', '--enable'], 'No sink has the ID or name "X"'],
])('%p is refused', async (words, reason) => {
  const { code, problem } = await refused(...words)
  expect([code === 0, problem.includes(reason)]).toEqual([false, true])
})

test('a failed test is the exit code', async () => {
  await ask('sinks', 'create', 'Hook', '--type', 'webhook', '--url-env', 'HOOK', '--header-env', 'Authorization=TOKEN')
  const { code, problem } = await refused('sinks', 'test', 'Hook')
  expect([code, problem.includes('did not accept the sample log')]).toEqual([1, true])
  await ask('sinks', 'delete', 'Hook', '--yes')
})

test('sinks are applied from files with their secrets from the environment', async () => {
  const file = {
    name: 'Collector',
    type: 'otlp',
    endpoint: 'https://otel.example.com',
    headers: { authorization: { env: 'TOKEN' } },
  }
  await write('sinks/collector', file)
  await ask('apply', '--yes')
  expect(await ask<Plan>('plan')).toMatchObject({ create: 0, update: 0 })
  // For another origin, the gateway requires the secret headers again, and apply sends them.
  await write('sinks/collector', { ...file, endpoint: 'https://other.example.com', bodies: 'full' })
  expect(await ask<Plan>('plan')).toMatchObject({ create: 0, update: 1 })
  await ask('apply', '--yes')
  expect(await ask<Sink[]>('sinks', 'list')).toMatchObject([
    { endpoint: 'https://other.example.com', bodies: 'full', secrets: ['headers'] },
  ])
  await write('sinks/leak', { ...file, name: 'Leak', headers: { authorization: 'Bearer literal' } })
  const { code, problem } = await refused('apply', '--yes')
  expect([code, problem.includes('"headers.authorization" must not contain a secret')]).toEqual([1, true])
})
