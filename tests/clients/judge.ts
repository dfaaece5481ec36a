/** Runs a program against the scene and names everything that went wrong, from its output and from our records. */

import type { Script } from '../../simulators/stand-in/stand-in.ts'
import { type Outside, watchOutside } from './outside.ts'
import type { Key, Scene, Upstream } from './scene.ts'
import type { Exchange } from './tap.ts'

/** Only a hang of the client or of the gateway takes this long. */
const TIMEOUT_MS = 180_000
const SHOWN_CHARACTERS = 3_000

export type Expected = {
  readonly script: Script
  /** The minimum number of times that each text is printed. */
  readonly output: readonly { readonly pattern: RegExp; readonly count: number }[]
  /** Ways in which the client must have received a response. */
  readonly modes: readonly ('whole' | 'stream')[]
  /** Requests that may get this status, `*` ends a path. */
  readonly refused?: readonly { readonly request: string; readonly status: number }[]
  /** The minimum number of WebSockets that the client opens. It must then send no POST. */
  readonly sockets?: number
  /** Other hosts the client may try to reach, as the page says. The test refuses these connections. */
  readonly outside?: readonly string[]
}

export type Run = {
  readonly command: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
}

/** `prepare` gets the key, writes the program and returns how to run it. */
export async function judge(
  scene: Scene,
  dialect: Upstream,
  expected: Expected,
  prepare: (key: string) => Run | Promise<Run>,
): Promise<string[]> {
  const standIn = scene.standIns[dialect]
  standIn.play(expected.script)
  const from = { tap: scene.tap.exchanges.length, objections: standIn.objections.length }
  const refusedBefore = standIn.unauthorized.length
  const key = await scene.newKey('clients')
  using outside = watchOutside()
  const { code, output } = await runBounded(await prepare(key.key), outside, key)
  const exchanges = scene.tap.exchanges.slice(from.tap)

  const problems: string[] = []
  if (code !== 0) problems.push(code === null ? `did not end within ${TIMEOUT_MS / 1000} s` : `exit code ${code}`)
  for (const { pattern, count } of expected.output) {
    const found = [...output.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))].length
    if (found < count) problems.push(`printed ${pattern} ${found} times, not ${count}`)
  }
  problems.push(...exchanges.flatMap((exchange) => complaint(exchange, key, expected) ?? []))
  if (standIn.unauthorized.length > refusedBefore) problems.push('the provider got a request without its credential')
  if (!isNative(dialect, exchanges)) {
    for (const objection of standIn.objections.slice(from.objections)) problems.push(`invalid upstream: ${objection}`)
  }
  problems.push(...socketProblems(exchanges, expected))
  const foreign = outside.hosts().filter((host) => !(expected.outside ?? []).includes(host))
  if (foreign.length > 0) problems.push(`wanted to reach ${foreign.join(', ')}`)
  problems.push(...(await recordProblems(scene, dialect, key, exchanges, expected)))
  const tool = expected.script.calls[0]?.name
  if (tool !== undefined && !standIn.offered.has(tool)) {
    problems.push(`did not offer the tool ${tool}, but ${[...standIn.offered].join(', ') || 'none'}`)
  }
  if (problems.length > 0) {
    problems.push(`requests: ${exchanges.map(({ method, path, status }) => `${method} ${path} ${status}`).join(', ')}`)
  }
  if (problems.length > 0) problems.push(`output:\n${output.slice(-SHOWN_CHARACTERS)}`)
  return problems
}

function socketProblems(exchanges: readonly Exchange[], { sockets = 0 }: Expected): string[] {
  if (sockets === 0) return []
  const opened = exchanges.filter(({ status }) => status === 101).length
  const posted = exchanges.filter(({ method }) => method === 'POST')
  return [
    ...(opened < sockets ? [`opened ${opened} WebSockets, not ${sockets}`] : []),
    ...posted.map(({ path }) => `sent POST ${path} beside the WebSocket`),
  ]
}

function complaint({ method, path, credential, status }: Exchange, { key }: Key, expected: Expected): string | null {
  const isRefused = expected.refused?.some(
    (one) =>
      one.status === status &&
      (one.request.endsWith('*')
        ? `${method} ${path}`.startsWith(one.request.slice(0, -1))
        : one.request === `${method} ${path}`),
  )
  if (isRefused) return null
  if (credential !== key) return `${method} ${path} came without the gateway key (status ${status})`
  return isGood(status) ? null : `${method} ${path} got status ${status}`
}

/** 101: the client has opened a WebSocket. */
function isGood(status: number | null): boolean {
  return status === 101 || (status !== null && status >= 200 && status < 300)
}

async function recordProblems(
  scene: Scene,
  dialect: Upstream,
  key: Key,
  exchanges: readonly Exchange[],
  expected: Expected,
): Promise<string[]> {
  const served = exchanges.filter(({ method, status }) => (method === 'POST' && status === 200) || status === 101)
  if (served.length === 0) return ['the gateway saw no successful request']
  // Besides the record of its session, each turn over HTTP has a record: one for the tool call, one for the response.
  const records = await scene.recordsOf(key, served.length + (expected.sockets === undefined ? 0 : 2))
  const problems = records
    .filter(({ method, provider }) => method === 'POST' && provider !== dialect)
    .map(({ path, provider }) => `${path} was recorded with the provider ${provider}`)
  const generated = records.filter(({ status_code, usage }) => isGood(status_code) && (usage?.output_tokens ?? 0) > 0)
  if (expected.sockets !== undefined) {
    if (!generated.some(({ status_code }) => status_code === 101)) problems.push('no WebSocket was relayed')
    if (!generated.some(({ method }) => method === 'POST')) problems.push('no turn was sent over HTTP')
  }
  for (const mode of expected.modes) {
    if (!generated.some(({ is_stream }) => is_stream === (mode === 'stream')))
      problems.push(`no record of mode ${mode}`)
  }
  return problems
}

/** True if the client speaks the provider's own format: members that the simulator does not know then pass through. */
function isNative(dialect: Upstream, exchanges: readonly Exchange[]): boolean {
  const prefixes: Readonly<Record<Upstream, RegExp>> = {
    openai: /^\/(v1\/(chat\/completions|responses)|openai\/)/,
    anthropic: /^\/v1\/messages/,
    google: /^\/v1(beta)?\/models\/[^?]*:/,
    bedrock: /^\/v1\/model\//,
    realtime: /^$/,
  }
  return exchanges.some(({ method, path }) => method === 'POST' && prefixes[dialect].test(path))
}

async function runBounded(
  { command, cwd, environment }: Run,
  outside: Outside,
  { key }: Key,
): Promise<{ code: number | null; output: string }> {
  const child = Bun.spawn([...command], {
    cwd,
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      PYTHONIOENCODING: 'utf-8',
      GATEWAY_API_KEY: key,
      ...outside.environment,
      ...environment,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let isLate = false
  // End the whole process group: agents start processes of their own, which keep the pipes open.
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {}
  }
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, TIMEOUT_MS)
  const texts = Promise.all([child.stdout.text(), child.stderr.text()])
  await child.exited
  clearTimeout(timer)
  end()
  const output = (await texts).join('\n')
  return { code: isLate ? null : child.exitCode, output }
}
