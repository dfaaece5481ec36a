import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { eventually } from '../harness/eventually.ts'
import { StartFailure } from '../harness/gateway-program.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

const BUN_OPTIONS = `--preload=${join(import.meta.dir, 'misfortune.ts')}`

test('blocking the event loop for 2 s delays requests in progress and loses nothing', async () => {
  await using gateway = await startGatewayProcess({ environment: { BUN_OPTIONS, GATEHOUSE_MISFORTUNE: 'block' } })
  await using simulator = await startSimulator({ answers: [{ stream: ['a', 'b', 'c'], gapMs: 100 }] })
  const streams = Array.from({ length: 20 }, async () =>
    (await gateway.chat(at(simulator), { body: { stream: true } })).text(),
  )
  await simulator.received(20)
  gateway.process.child.kill('SIGUSR2')
  const texts = await Promise.all(streams)
  const whole = texts.filter((text) => text.endsWith('data: [DONE]\n\n')).length
  expect(whole).toBe(20)
  expect(await contentOf(await gateway.chat({ provider: 'mock' }))).toBeDefined()
})

test('at the memory limit new requests get 503 with Retry-After 1, and health checks succeed', async () => {
  await using gateway = await startGatewayProcess({ environment: { GATEWAY_MAX_RESIDENT_BYTES: '1048576' } })
  await eventually('requests are refused', async () => (await gateway.chat({ provider: 'mock' })).status === 503)
  const reply = await gateway.chat({ provider: 'mock' })
  expect(reply.headers.get('retry-after')).toBe('1')
  expect(await errorOf(reply)).toMatchObject({ status: 503, code: 'overloaded' })
  const health = await gateway.fetch('/healthz')
  expect(health.status).toBe(200)
})

test.each(['reject', 'throw'])('an uncaught error (%s) is logged, and requests are still served', async (kind) => {
  await using gateway = await startGatewayProcess({ environment: { BUN_OPTIONS, GATEHOUSE_MISFORTUNE: kind } })
  const reply = await gateway.chat({ provider: 'mock' }, { body: { user: 'canary-payload' } })
  await reply.text()
  gateway.process.child.kill('SIGUSR2')
  await eventually('the error is logged', () => gateway.process.output().includes('a planted'))
  expect(gateway.process.output()).not.toContain('canary-payload')
  const again = await gateway.chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': 'after' } })
  expect(again.status).toBe(200)
  expect((await gateway.waitForLog('after'))['trace_id']).toBe('after')
  expect(gateway.process.child.exitCode).toBe(null)
})

const KEY = 'ab'.repeat(31)

test.each<[string, string]>([
  ['16 bytes', '0123456789abcdef0123456789abcdef'],
  ['all zero', '0'.repeat(64)],
  ['words', 'correct horse battery staple'],
])(
  'a master key of %s ends the start with exit code 78, and the message names only the variable',
  async (_name, key) => {
    const failure = await startGatewayProcess({ environment: { GATEWAY_MASTER_KEY: key } }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(StartFailure)
    const { exitCode, message } = failure as StartFailure
    expect(exitCode).toBe(78)
    expect(message).toContain('GATEWAY_MASTER_KEY')
    expect(message).not.toContain(key)
  },
)

test('a master key that does not match the store ends the start with exit code 78', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-master-'))
  try {
    const first = await startGatewayProcess({ dataDirectory, environment: { GATEWAY_MASTER_KEY: `${KEY}01` } })
    expect(await first.stop()).toBe(0)
    const other = startGatewayProcess({ dataDirectory, environment: { GATEWAY_MASTER_KEY: `${KEY}02` } })
    const failure = await other.then(
      (started) => started.kill9(),
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(StartFailure)
    expect((failure as StartFailure).exitCode).toBe(78)
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})
