/**
 * Measures how long one body of 20 MB, or four compressed bodies of 31 MB, block other clients, for every shape and
 * provider. Reports the longest event loop turn and the longest latency of concurrent small requests. Usage:
 * `npm run bench:bodies -- --only=escaped --providers=google,cohere`.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Announcement } from '../announce.ts'
import type { FromSender } from './send-worker.ts'
import { ADMIN, COMPRESSED, FORM, PROMPT, PROMPTS, SHAPES, type Shape, STREAMS } from './shapes.ts'

const ROOT = join(import.meta.dir, '..', '..')
const KEY = 'bench-workspace-key-0001'
const ADMIN_KEY = 'bench-admin-key-00000001'
const MAX_HELD_MS = 50
const MAX_WAIT_MS = 100
/** Pause between two small requests. */
const PAUSE_MS = 2
/** Time before and after the large body in which small requests run. */
const LEAD_MS = 100

const { values } = parseArgs({
  options: { only: { type: 'string' }, providers: { type: 'string' }, root: { type: 'string', default: ROOT } },
})

const AWS = { cloud_c_access_key_id: 'AKIDBENCH', cloud_c_secret_access_key: 'bench-secret' }
const PROVIDERS: Readonly<Record<string, object>> = {
  'openai-compatible': { api_key: 'sk-bench' },
  anthropic: { api_key: 'sk-bench' },
  google: { api_key: 'sk-bench' },
  cohere: { api_key: 'sk-bench' },
  bedrock: AWS,
}

type Process = Announcement & { readonly pid: number; stop(): Promise<void> }

async function start(command: string[], cwd: string, environment: Record<string, string> = {}): Promise<Process> {
  const child = Bun.spawn(command, { cwd, env: { ...process.env, ...environment }, stdout: 'pipe', stderr: 'inherit' })
  const decoder = new TextDecoder()
  const { promise, resolve } = Promise.withResolvers<string>()
  void (async () => {
    let printed = ''
    for await (const chunk of child.stdout) {
      if (printed.length < 64 * 1024) printed += decoder.decode(chunk, { stream: true })
      const line = /^\{"url".*\}$/m.exec(printed)?.[0]
      if (line !== undefined) resolve(line)
    }
  })()
  const { url } = JSON.parse(await promise) as Announcement
  return {
    pid: child.pid,
    url: url.replace(/\/$/, ''),
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
const delayFile = join(folder, 'loop-delay.json')
const upstream = await start([process.execPath, join(import.meta.dir, 'upstream.ts')], ROOT)
const preload = join(import.meta.dir, 'loop-delay.ts')
const gateway = await start(
  [process.execPath, '--preload', preload, '--max-http-header-size=65536', 'server/src/main.ts', 'start'],
  values.root,
  {
    GATEWAY_PORT: '0',
    GATEWAY_ANNOUNCE: 'json',
    GATEWAY_DATA_DIR: join(folder, 'data'),
    GATEWAY_ADMIN_API_KEY: ADMIN_KEY,
    GATEWAY_WORKSPACE_API_KEY: KEY,
    GATEHOUSE_LOOP_DELAY_FILE: delayFile,
  },
)
const sender = new Worker(new URL('./send-worker.ts', import.meta.url))

function said(): Promise<FromSender> {
  return new Promise((resolve) => {
    sender.onmessage = ({ data }: MessageEvent<FromSender>) => resolve(data)
  })
}

function headersFor(provider: string, changes: object = {}): Record<string, string> {
  const base = provider === 'openai-compatible' || provider === 'anthropic' ? `${upstream.url}/v1` : upstream.url
  const config = { provider, custom_host: base, ...PROVIDERS[provider], ...changes }
  return { 'x-gateway-api-key': KEY, 'x-gateway-config': JSON.stringify(config) }
}

/** The longest event loop turns since the last call. */
async function loopDelay(): Promise<{ readonly clockMs: number; readonly cpuMs: number }> {
  rmSync(delayFile, { force: true })
  process.kill(gateway.pid, 'SIGUSR2')
  while (!existsSync(delayFile)) await Bun.sleep(5)
  return JSON.parse(readFileSync(delayFile, 'utf8'))
}

async function worstWait(until: Promise<unknown>, provider = 'openai-compatible'): Promise<number> {
  let isOver = false
  void until.finally(() => {
    isOver = true
  })
  let worst = 0
  const headers = { ...headersFor(provider), 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })
  while (!isOver) {
    const startMs = performance.now()
    const response = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', headers, body })
    await response.text()
    if (!response.ok) throw new Error(`a small request returned HTTP ${response.status}`)
    worst = Math.max(worst, performance.now() - startMs)
    await Bun.sleep(PAUSE_MS)
  }
  return worst
}

type Measured = { readonly cpuMs: number; readonly clockMs: number; readonly waitMs: number; readonly end: FromSender }

/** Returns the prompt's slug. */
async function savePrompt(): Promise<string> {
  const headers = { 'x-gateway-api-key': KEY, 'content-type': 'application/json' }
  const response = await fetch(`${gateway.url}/v1/prompts`, { method: 'POST', headers, body: JSON.stringify(PROMPT) })
  if (!response.ok) throw new Error(`the prompt was not saved: ${await response.text()}`)
  return ((await response.json()) as { readonly slug: string }).slug
}

async function measure(shape: Shape | null, provider: string, changes: object = {}): Promise<Measured> {
  if (shape) {
    const ready = said()
    sender.postMessage({ shape: shape.name, prompt, url: gateway.url, headers: headersFor(provider, changes) })
    await ready
  }
  await loopDelay()
  const send = async (): Promise<FromSender> => {
    await Bun.sleep(LEAD_MS)
    if (!shape) return { status: 200, durationMs: 0, text: '' }
    const answer = said()
    sender.postMessage({ send: true })
    const end = await answer
    await Bun.sleep(LEAD_MS)
    return end
  }
  const sending = send()
  const waitMs = await worstWait(sending)
  return { ...(await loopDelay()), waitMs, end: await sending }
}

let missed = 0
let prompt = ''
console.log(`${'body'.padEnd(40)}${'to'.padEnd(20)}  block (CPU)  block (wall)  max latency    total`)

function report(name: string, provider: string, { cpuMs, clockMs, waitMs, end }: Measured): void {
  const isMissed = cpuMs > MAX_HELD_MS || waitMs > MAX_WAIT_MS
  if (isMissed) missed++
  const cells = [cpuMs, clockMs, waitMs].map((ms) => `${ms.toFixed(1)} ms`.padStart(12)).join(' ')
  const ending =
    end === 'ready'
      ? ''
      : `${end.durationMs.toFixed(0).padStart(6)} ms ${end.status === 200 ? '' : `${end.status} ${end.text}`}`
  console.log(`${name.padEnd(40)}${provider.padEnd(20)}${cells} ${ending}${isMissed ? ' MISSED' : ''}`)
}

try {
  // Small requests without a large body: first to warm up, then to measure the machine's own noise.
  for (const provider of Object.keys(PROVIDERS)) await worstWait(Bun.sleep(500), provider)
  report('none', '-', await measure(null, 'openai-compatible'))
  const chosen = values.providers?.split(',') ?? Object.keys(PROVIDERS)
  prompt = await savePrompt()
  const isWanted = ({ name }: Shape) => values.only === undefined || name.includes(values.only)
  for (const shape of [...SHAPES, ...COMPRESSED, ...STREAMS, ...PROMPTS].filter(isWanted))
    for (const provider of chosen) report(shape.name, provider, await measure(shape, provider))
  for (const shape of ADMIN.filter(isWanted)) report(shape.name, '-', await measure(shape, 'openai-compatible'))
  if (isWanted(FORM)) {
    report(
      FORM.name,
      'openai-compatible',
      await measure(FORM, 'openai-compatible', { override_params: { language: 'en' } }),
    )
  }
} finally {
  sender.terminate()
  await gateway.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(missed === 0 ? 'all limits met' : `${missed} limits missed`)
process.exit(missed === 0 ? 0 : 1)
