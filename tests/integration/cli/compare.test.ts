import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '../../../simulators/answer.ts'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { startGateway } from '../../harness/start-gateway.ts'
import { runCommand } from './run-command.ts'

const folder = await mkdtemp(join(tmpdir(), 'compare-'))
afterAll(() => rm(folder, { recursive: true }))

const KEYS = { OLD_KEY: 'sk-old-secret-0123456789', NEW_KEY: 'sk-new-secret-0123456789' }
const FAST = ['--rate', '1000']

type Json = Record<string, unknown>
type Report = {
  requests: number
  with_differences: number
  differences: Record<string, number>
  cost: { requests: number; old_usd: number; new_usd: number }
  latency: { p50: { ratio: number }; p95: { ratio: number } } | null
  skipped: { reason: string; requests: number }[]
  stopped_by: string | null
  exceeded: string[]
  results: { request: string; differences: { aspect: string; path: string; before: unknown; after: unknown }[] }[]
}

function chat(temperature?: number, more: object = {}): Json {
  return {
    path: '/v1/chat/completions',
    body: {
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      ...(temperature !== undefined && { temperature }),
      ...more,
    },
  }
}

function completion(content: string, more: Json = {}, headers: Record<string, string> = {}): Answer {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  return { headers, body: { id: crypto.randomUUID(), created: Math.random(), model: 'm', choices, usage, ...more } }
}

async function lines(requests: readonly Json[]): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.jsonl`)
  await writeFile(path, `${requests.map((request) => JSON.stringify(request)).join('\n')}\n`)
  return path
}

function between(old: { url: string }, now: { url: string }): string[] {
  return ['--old', old.url, '--old-key-env', 'OLD_KEY', '--new', now.url, '--new-key-env', 'NEW_KEY']
}

async function compared(file: string, old: Simulator, now: Simulator, flags: readonly string[] = []) {
  const words = ['compare', file, ...between(old, now), '--old-kind', 'openai', '--new-kind', 'openai', ...FAST]
  const { code, out, problem } = await runCommand([...words, ...flags, '--json'], { environment: KEYS, folder })
  return { code, problem, report: (out === '' ? null : JSON.parse(out)) as Report }
}

test('ids, times and sampled text are not differences; everything else is', async () => {
  const file = await lines([chat(0), chat(0), chat(0.7), chat(), chat(0), chat(0)])
  await using old = await startSimulator({
    answers: [completion('A'), completion('A'), completion('A'), completion('A'), completion('A'), 500],
  })
  await using now = await startSimulator({
    answers: [
      completion('A'),
      completion('B'),
      completion('B', { usage: { prompt_tokens: 3, completion_tokens: 9, total_tokens: 12 } }),
      completion('B', { extra: 1 }),
      completion('A', { model: 'other' }),
      completion('A'),
    ],
  })
  const { code, report } = await compared(file, old, now, ['--concurrency', '1'])
  expect(code).toBe(1)
  expect(report.results.map(({ differences }) => differences.map(({ aspect, path }) => `${aspect} ${path}`))).toEqual([
    [],
    ['body choices[0].message.content'],
    [],
    ['body extra'],
    ['routing model'],
    ['status status'],
  ])
  expect(report.differences).toEqual({ status: 1, body: 2, routing: 1, cost: 0 })
  expect(report.latency?.p50.ratio).toBeNumber()

  old.script([completion('A')])
  now.script([completion('B', { extra: 1, model: 'm' })])
  const ignoring = await compared(file, old, now, ['--ignore-text', '--ignore', 'extra'])
  expect([ignoring.code, ignoring.report.with_differences]).toEqual([0, 0])
})

test('keys are sent to their own gateway only, recorded credentials to none, and no output contains a key', async () => {
  const headers = {
    Authorization: 'Bearer sk-recorded',
    'x-portkey-api-key': 'pk-recorded',
    'x-portkey-config': 'pc-a',
    'anthropic-version': '2023-06-01',
  }
  const file = await lines([{ ...chat(0), headers }])
  await using old = await startSimulator({
    answers: [{ status: 401, body: { error: { message: KEYS.OLD_KEY, type: 'a' } } }],
  })
  await using now = await startSimulator({
    answers: [{ status: 401, body: { error: { message: KEYS.NEW_KEY, type: 'b' } } }],
  })
  const results = join(folder, 'secret.jsonl')
  const words = [
    'compare',
    file,
    ...between(old, now),
    '--old-kind',
    'portkey',
    '--new-header',
    'x-gateway-config=pc-b',
  ]
  const { code, out, problem } = await runCommand([...words, '--to', results], { environment: KEYS, folder })
  expect(code).toBe(1)
  expect(old.requests[0]!.headers).toMatchObject({
    'x-portkey-api-key': KEYS.OLD_KEY,
    'x-portkey-config': 'pc-a',
    'anthropic-version': '2023-06-01',
  })
  expect(now.requests[0]!.headers).toMatchObject({ 'x-gateway-api-key': KEYS.NEW_KEY, 'x-gateway-config': 'pc-b' })
  for (const { requests } of [old, now]) expect(JSON.stringify(requests[0]!.headers)).not.toContain('recorded')
  const written = await readFile(results, 'utf8')
  for (const text of [out, problem, written])
    for (const secret of [...Object.values(KEYS), 'recorded']) expect(text).not.toContain(secret)
  expect((await stat(results)).mode & 0o777).toBe(0o600)
  expect(out).toContain('error.type')
})

test('a killed run continues: answered requests are not sent again', async () => {
  const file = await lines([chat(0), chat(0, { user: 'a' }), chat(0, { user: 'b' })])
  await using old = await startSimulator({ answers: [completion('A')] })
  await using now = await startSimulator({ answers: [completion('A')] })
  const results = join(folder, 'resumed.jsonl')
  expect((await compared(file, old, now, ['--to', results, '--limit', '2'])).report.requests).toBe(2)
  await writeFile(results, `${await readFile(results, 'utf8')}{"request":"3-cut`)
  const second = await compared(file, old, now, ['--to', results])
  expect([second.code, second.report.requests]).toEqual([0, 3])
  expect([old.requests.length, now.requests.length]).toEqual([3, 3])
  expect((await compared(file, old, now, ['--to', results])).report.requests).toBe(3)
  expect(old.requests).toHaveLength(3)
  const swapped = await compared(file, now, old, ['--to', results])
  expect([swapped.code, swapped.problem.includes('other gateways')]).toEqual([1, true])
})

test('--max-cost stops before the amount is exceeded', async () => {
  const file = await lines(Array.from({ length: 20 }, () => chat(0)))
  const priced = completion('A', {}, { 'x-litellm-response-cost': '0.01' })
  await using old = await startSimulator({ answers: [priced] })
  await using now = await startSimulator({ answers: [priced] })
  const { code, report } = await compared(file, old, now, ['--max-cost', '0.1'])
  expect(code).toBe(1)
  expect(report.stopped_by).toContain('--max-cost')
  expect(report.cost.old_usd + report.cost.new_usd).toBeLessThanOrEqual(0.1 + 1e-9)
  expect(report.requests).toBeGreaterThan(1)
  old.script([completion('A')])
  now.script([completion('A')])
  const unknown = await compared(file, old, now, ['--max-cost', '0.1'])
  expect([unknown.code, unknown.report.requests]).toEqual([1, 1])
  expect(unknown.report.stopped_by).toContain('neither gateway reports')
})

test('cost is compared for the same tokens', async () => {
  const file = await lines([chat(0), chat(0)])
  const at = (cost: string) => completion('A', {}, { 'x-litellm-response-cost': cost })
  await using old = await startSimulator({ answers: [at('0.01')] })
  await using now = await startSimulator({ answers: [at('0.02'), at('0.01')] })
  const { report } = await compared(file, old, now, ['--concurrency', '1'])
  expect(report.differences).toMatchObject({ cost: 1, body: 0 })
  now.script([at('0.02')])
  expect((await compared(file, old, now, ['--cost-tolerance', '60'])).code).toBe(0)
})

test('streams are compared by text, events and finish reason', async () => {
  const file = await lines([chat(0, { stream: true }), chat(0, { stream: true })])
  await using old = await startSimulator({ answers: [{ stream: ['Hel', 'lo'] }] })
  await using now = await startSimulator({ answers: [{ stream: ['H', 'ello'] }, { stream: ['Bye'] }] })
  const { report } = await compared(file, old, now, ['--concurrency', '1'])
  expect(report.results.map(({ differences }) => differences.map(({ path }) => path))).toEqual([[], ['text']])
})

test('requests with side effects or without a body are left out and counted; an unreachable gateway ends with 3', async () => {
  const file = await lines([
    { method: 'POST', path: '/v1/files', body: {} },
    { method: 'DELETE', path: '/v1/responses/r' },
    { path: '/v1/chat/completions', body: '{"model": "m", "mess' },
    { request_method: 'POST', request_url: '/v1/chat/completions', request: null },
    { request_method: 'POST', request_url: '/v1/chat/completions', request: chat(0)['body'], config: 'pc-x' },
    { custom_id: '1', method: 'POST', url: '/v1/chat/completions', body: chat(0)['body'] },
    {
      request: {
        url: 'https://api.portkey.ai/v1/chat/completions',
        method: 'POST',
        headers: {},
        body: chat(0)['body'],
      },
    },
  ])
  await using old = await startSimulator({ answers: [completion('A')] })
  await using now = await startSimulator({ answers: [completion('A')] })
  const { code, report } = await compared(file, old, now)
  expect([code, report.requests, report.skipped.reduce((sum, { requests }) => sum + requests, 0)]).toEqual([0, 3, 4])
  const gone = { url: 'http://127.0.0.1:1' }
  const words = ['compare', file, ...between(old, gone), '--old-kind', 'openai']
  const away = await runCommand(words, { environment: KEYS, folder })
  expect([away.code, away.problem.includes('new gateway at http://127.0.0.1:1')]).toEqual([3, true])
  const empty = await runCommand(['compare', await lines([]), ...between(old, now)], { environment: KEYS, folder })
  expect([empty.code, empty.problem.includes('no request to compare')]).toEqual([1, true])
})

test.each([
  [['compare', '--old', 'x', '--new', 'y'], 'Use a FILE'],
  [['compare', 'f', '--new', 'y'], '--old is missing'],
  [['compare', 'f', '--old', 'x', '--new', 'y', '--old-header', 'authorization=Bearer x'], 'process lists'],
  [['compare', 'f', '--old', 'x', '--new', 'y', '--max-cost', 'much'], 'must be a number'],
])('%p is wrong usage', async (words, message) => {
  const { code, problem } = await runCommand(words, { folder })
  expect([code, problem.includes(message)]).toEqual([2, true])
})

test('the last logs of a gateway are sent to two gateways, with provider, cost and target compared', async () => {
  const gateway = await shareGateway()
  await using other = await startGateway()
  const sent = await gateway.chat({ provider: 'mock' }, { body: { model: 'mock-1', temperature: 0 } })
  await gateway.waitForLog(sent.headers.get('x-gateway-trace-id'))
  const environment = { OLD_KEY: gateway.workspaceKey, NEW_KEY: other.workspaceKey }
  const words = ['compare', '--last', '5', ...between(gateway, other), ...FAST, '--json']
  const same = await runCommand(words, { gateway, environment, folder })
  const report = JSON.parse(same.out) as Report
  expect(report.results.flatMap(({ differences }) => differences)).toEqual([])
  expect([same.code, report.requests > 0, report.cost.requests]).toEqual([0, true, report.requests])
  const shown = await runCommand(
    words.filter((word) => word !== '--json'),
    { gateway, environment, folder },
  )
  expect(shown.out).toContain('No differences.')
  const routed = [...words, '--new-header', 'x-gateway-config={"provider":"mock","override_params":{"model":"mock-2"}}']
  const moved = await runCommand(routed, { gateway, environment, folder })
  expect([moved.code, moved.out.includes('"aspect": "routing"')]).toEqual([1, true])
})
