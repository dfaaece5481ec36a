import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { connectRaw, rawChat } from '../../harness/raw-client.ts'

const ROOT = resolve(import.meta.dir, '../../..')
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-binary-'))
const binary = join(folder, 'gatehouse')
afterAll(() => rm(folder, { recursive: true, force: true }))

beforeAll(async () => {
  const build = Bun.spawn(['node', join(ROOT, 'scripts/build-binary.mjs'), binary], { stdout: 'pipe', stderr: 'pipe' })
  const [problem, code] = await Promise.all([build.stderr.text(), build.exited])
  if (code !== 0) throw new Error(problem)
})

/** Runs the binary in a folder outside the project. */
function run(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return Bun.spawn([binary, ...words], {
    cwd: folder,
    env: { ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function untilReady(child: ReturnType<typeof run>): Promise<string> {
  let screen = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    screen += chunk
    if (screen.includes('Stop: ctrl-c')) return screen
  }
  throw new Error(`It ended before it was ready: ${screen} ${await child.stderr.text()}`)
}

/** Runs the command from the welcome screen unchanged. */
async function tryIt(screen: string, key: string | null): Promise<unknown> {
  const command = screen.slice(screen.indexOf('curl '), screen.indexOf('Stop: ctrl-c'))
  const script = key === null ? command : command.replace('<your workspace key>', key)
  const shell = Bun.spawn(['bash', '-c', script.replace('curl ', 'curl -sS ')], { stdout: 'pipe' })
  return JSON.parse(await shell.stdout.text())
}

test('the binary alone starts, serves the command that it prints, stores records, and restarts on its data', async () => {
  const answer = { object: 'chat.completion', choices: [{ message: { content: expect.stringContaining('Hello') } }] }
  const first = run(['start', '--port', '0'])
  const screen = await untilReady(first)
  const key = /Workspace key {2}(\S+)/.exec(screen)?.[1] ?? ''
  expect(await tryIt(screen, null)).toMatchObject(answer)
  const url = /curl (http:\/\/[^/]+)/.exec(screen)?.[1] ?? ''
  const reach = { GATEWAY_BASE_URL: url, GATEWAY_API_KEY: key }

  const headers = { 'x-gateway-api-key': key }
  const price = await fetch(`${url}/v1/prices/effective?provider=openai&model=gpt-4o`, { headers })
  expect(await price.json()).toHaveProperty('object')
  const long = { ...headers, 'x-gateway-provider': 'mock', 'x-long': 'a'.repeat(40_000) }
  expect((await fetch(`${url}/v1/models`, { headers: long })).status).toBe(200)
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  expect([page.status, (await page.text()).includes('<script')]).toEqual([200, true])

  const export_ = run(['logs', 'export', '--to', '-', '--fields', 'ai_model'], reach)
  expect(await export_.stdout.text()).toContain('"ai_model":"mock-1"')
  const doctor = run(['doctor', '--json'], reach)
  expect(JSON.parse(await doctor.stdout.text())).toMatchObject({ problems: 0 })
  first.kill('SIGTERM')
  expect(await first.exited).toBe(0)

  const second = run(['start', '--port', '0'])
  const again = await untilReady(second)
  expect(again).toContain('unchanged since the first start')
  expect(await tryIt(again, key)).toMatchObject(answer)
  second.kill('SIGTERM')
  expect(await second.exited).toBe(0)
})

test('more than 256 upstream calls run at once: the binary sets the limit that Bun reads only at its start', async () => {
  const child = run(['start', '--port', '0', '--data', join(folder, 'busy')], {
    GATEWAY_WORKSPACE_API_KEY: 'workspace-key-of-the-binary',
  })
  const url = /curl (http:\/\/[^/]+)/.exec(await untilReady(child))?.[1] ?? ''
  // The provider never responds, so that all calls stay open at the same time.
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  const request = rawChat('workspace-key-of-the-binary', at(simulator), {})
  const callers = await Promise.all(Array.from({ length: 300 }, () => connectRaw(url)))
  for (const caller of callers) caller.send(request)
  await simulator.received(300)
  expect(simulator.requests.filter(({ endedAtMs }) => endedAtMs === null)).toHaveLength(300)
  for (const caller of callers) caller.leave()
  child.kill('SIGTERM')
  await child.exited
})
