import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, beginCommand, onTerminal, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const FALLBACK = {
  strategy: { mode: 'fallback' },
  targets: [{ provider: 'mock', override_params: { model: 'mock-error-503' } }, { provider: 'mock' }],
}

async function send(traceId: string, config: object, model = 'mock-1'): Promise<void> {
  await gateway.chat(config, { body: { model }, headers: { 'x-gateway-trace-id': traceId } })
  await gateway.waitForLog(traceId)
}

beforeAll(async () => {
  await send('fine', { provider: 'mock' })
  await send('broken', { provider: 'mock' }, 'mock-error-500')
  await send('rescued', FALLBACK, 'evil\u001b[2Jmodel')
})

type Row = { id: string; trace_id: string; status_code: number }

function rowsOf(out: string): Row[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

test('tail --no-follow shows the newest logs, oldest first, and accepts filters', async () => {
  const all = await runCommand(['logs', 'tail', '--no-follow', '--json'], { gateway })
  expect(rowsOf(all.out).map((row) => row.trace_id)).toEqual(['fine', 'broken', 'rescued'])
  const some = await runCommand(['logs', 'tail', '--no-follow', '--status', '5xx', '--json'], { gateway })
  expect(rowsOf(some.out).map((row) => row.trace_id)).toEqual(['broken'])
  const line = await runCommand(['logs', 'tail', 'status:5xx provider:mock since:1h', '--no-follow', '--json'], {
    gateway,
  })
  expect(rowsOf(line.out).map((row) => row.trace_id)).toEqual(['broken'])
  const slip = await runCommand(['logs', 'tail', 'statsu:5xx', '--no-follow'], { gateway })
  expect([slip.code, slip.problem.includes('Did you mean status:5xx?')]).toEqual([2, true])
  const last = await runCommand(['logs', 'tail', '--no-follow', '--last', '1', '--json'], { gateway })
  expect(rowsOf(last.out).map((row) => row.trace_id)).toEqual(['rescued'])
})

test('escape sequences in a request cannot control the log reader’s terminal', async () => {
  const { screen } = await onTerminal(['logs', 'tail', '--no-follow', '--no-color'], { gateway })
  expect(screen).toContain('evil')
  expect(screen).not.toContain('\u001b')
})

test('tail shows a request when it finishes, and exits at ctrl-c', async () => {
  const child = beginCommand(['logs', 'tail', '--last', '1', '--json'], { gateway })
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let seen = (await reader.read()).value ?? ''
  expect(seen).toContain('"trace_id":"rescued"')
  await gateway.chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': 'seen-live' } })
  while (!seen.includes('seen-live')) {
    const { value, done } = await reader.read()
    if (done) break
    seen += value
  }
  expect(rowsOf(seen).filter((row) => row.trace_id === 'seen-live')).toHaveLength(1)
  child.kill('SIGINT')
  await child.exited
})

test('show prints the routing decisions of a request, by id or trace id', async () => {
  const { id } = await gateway.waitForLog('rescued')
  expect(await askCommand(['logs', 'show', String(id)], { gateway })).toMatchObject({
    trace_id: 'rescued',
    status_code: 200,
  })
  const { screen, code } = await onTerminal(['logs', 'show', 'rescued', '--bodies', '--no-color'], { gateway })
  expect(code).toBe(0)
  expect(screen).toMatch(/targets\[0\] mock {2}call 1 .* 503/)
  expect(screen).toMatch(/fallback .*targets\[0\]/)
  expect(screen).toContain('"content":"hi"')
  const missing = await runCommand(['logs', 'show', 'no-such-log'], { gateway })
  expect([missing.code, missing.problem.includes('No log or trace')]).toEqual([1, true])
})

test('export writes the whole period to a file and leaves no job behind', async () => {
  const [lines, table] = [join(folder, 'logs.jsonl'), join(folder, 'errors.csv')]
  const report = await askCommand<{ records: number }>(['logs', 'export', '--to', lines, '--since', '1h'], { gateway })
  const rows = rowsOf(await readFile(lines, 'utf8'))
  expect(rows).toHaveLength(report.records)
  expect(rows.map((row) => row.trace_id)).toContain('broken')
  await askCommand(['logs', 'export', '--to', table, '--status', '5xx', '--fields', 'trace_id,response_status_code'], {
    gateway,
  })
  expect((await readFile(table, 'utf8')).trim().split(/\r?\n/)).toEqual(['trace_id,response_status_code', 'broken,500'])
  const left = (await (await gateway.fetch('/v1/logs/exports')).json()) as { total: number }
  expect(left.total).toBe(0)
})

test('export shows its progress on a terminal and can write to standard output', async () => {
  const { screen } = await onTerminal(['logs', 'export', '--to', join(folder, 'seen.jsonl')], { gateway })
  expect(screen).toMatch(/Downloading: .*seen\.jsonl: \d+ logs/s)
  const { out } = await runCommand(['logs', 'export', 'status:2xx', '--fields', 'trace_id'], { gateway })
  expect(rowsOf(out).map((row) => row.trace_id)).toContain('fine')
  expect(rowsOf(out).map((row) => row.trace_id)).not.toContain('broken')
})

test('usage prints totals and groups of a period', async () => {
  type Usage = { summary: { requests: number; errors: number }; groups: { provider: string; requests: number }[] }
  const answer = await askCommand<Usage>(['usage', '--by', 'provider', '--since', '1h'], { gateway })
  expect(answer.summary.requests).toBeGreaterThanOrEqual(3)
  expect(answer.groups).toMatchObject([{ provider: 'mock', requests: answer.summary.requests }])
  const { screen } = await onTerminal(['usage', '--no-color'], { gateway })
  expect(screen).toMatch(/MODEL +REQUESTS +ERRORS +TOKENS +COST +LATENCY/)
  const wrong = await runCommand(['usage', '--since', 'yesterday'], { gateway })
  expect([wrong.code, wrong.problem.includes('--since must be a time')]).toEqual([2, true])
})

test('replay sends a request again, with the same or another route, and compares both', async () => {
  type Replay = { status: number; before: { id: string }; after: { id: string; metadata: object; ai_model: string } }
  const again = await askCommand<Replay>(['logs', 'replay', 'fine'], { gateway })
  expect(again).toMatchObject({ status: 200, after: { metadata: { replay_of: again.before.id } } })
  expect(again.after.id).not.toBe(again.before.id)
  const other = join(folder, 'other.json')
  await writeFile(other, JSON.stringify({ provider: 'mock', override_params: { model: 'mock-error-429' } }))
  const failed = await runCommand(['logs', 'replay', 'fine', '--config', other, '--json'], { gateway })
  expect([failed.code, (JSON.parse(failed.out) as Replay).status]).toEqual([1, 429])
  const { screen } = await onTerminal(['logs', 'replay', 'fine', '--no-color'], { gateway })
  expect(screen).toMatch(/before .*200[\s\S]*after .*200/)
  await gateway.chat(
    { provider: 'openai', api_key: 'sk-of-the-caller', custom_host: 'http://127.0.0.1:9' },
    {
      headers: { 'x-gateway-trace-id': 'own-credential' },
    },
  )
  await gateway.waitForLog('own-credential')
  const lost = await runCommand(['logs', 'replay', 'own-credential'], { gateway })
  expect([lost.code, lost.problem.includes('--virtual-key')]).toEqual([1, true])
})

test('replay of a stream prints its text, on a terminal and in a pipe', async () => {
  await gateway.chat({ provider: 'mock' }, { body: { stream: true }, headers: { 'x-gateway-trace-id': 'streamed' } })
  await gateway.waitForLog('streamed')
  const { out, code } = await runCommand(['logs', 'replay', 'streamed'], { gateway })
  expect([code, out.includes('data:')]).toEqual([0, false])
  expect(out).toContain('Hello from the mock provider. You said: hi')
  const { screen } = await onTerminal(['logs', 'replay', 'streamed', '--no-color'], { gateway })
  expect(screen).toContain('Hello from the mock provider. You said: hi')
  expect(screen).not.toContain('data:')
  const json = await askCommand<{ body: string }>(['logs', 'replay', 'streamed'], { gateway })
  expect(json.body).toContain('data: [DONE]')
})

test('usage groups by workspace and by a metadata key', async () => {
  const headers = { 'x-gateway-trace-id': 'of-a-team', 'x-gateway-metadata': '{"team/x":"blue"}' }
  await gateway.chat({ provider: 'mock' }, { headers })
  await gateway.waitForLog('of-a-team')
  type Groups = { groups: Record<string, unknown>[] }
  const teams = await askCommand<Groups>(['usage', '--by', 'metadata.team/x'], { gateway })
  expect(teams.groups).toMatchObject([{ metadata_value: 'blue', requests: 1 }])
  const text = await runCommand(['usage', '--by', 'metadata.team/x'], { gateway })
  expect(text.out).toMatch(/METADATA\.TEAM\/X +REQUESTS[^\n]*\nblue +1 /)
  const workspaces = await askCommand<Groups>(['usage', '--by', 'workspace'], { gateway })
  expect(workspaces.groups).toHaveLength(1)
  const wrong = await runCommand(['usage', '--by', 'modle'], { gateway })
  expect([wrong.code, wrong.problem.includes('Did you mean "model"?')]).toEqual([2, true])
})
