/**
 * Measures admin API calls with 10,000 keys, 1,000 configs and 1,000 workspaces: `bun bench/control/admin.ts
 * [--small]`.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAnnounced } from '../pinned-process.ts'

const IS_SMALL = process.argv.includes('--small')
const KEYS = IS_SMALL ? 200 : 10_000
const CONFIGS = IS_SMALL ? 50 : 1_000
const WORKSPACES = IS_SMALL ? 50 : 1_000
const CALLS = IS_SMALL ? 20 : 500
const PARALLEL = 8
const BAR_MS = 20
const ADMIN_KEY = 'admin-key-of-the-bench'

const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-admin-'))
const gateway = await startAnnounced(
  'measured',
  [process.execPath, '--max-http-header-size=65536', 'server/src/main.ts', 'start'],
  {
    GATEWAY_PORT: '0',
    GATEWAY_ANNOUNCE: 'json',
    GATEWAY_DATA_DIR: dataDirectory,
    GATEWAY_ADMIN_API_KEY: ADMIN_KEY,
  },
)

type Answer = Readonly<Record<string, unknown>>

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const reply = await fetch(`${gateway.url}/v1${path}`, {
    method,
    headers: { 'x-gateway-api-key': ADMIN_KEY, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${method} ${path} returned HTTP ${reply.status}: ${text}`)
  return JSON.parse(text) as Answer
}

let made = 0
const newKey = () => call('POST', '/api-keys/workspace/service', { name: `Key ${++made}`, scopes: ['logs.list'] })
const newConfig = () => call('POST', '/configs', { name: `Config ${++made}`, config: { provider: 'mock' } })
const newWorkspace = () => call('POST', '/admin/workspaces', { name: `Workspace ${++made}` })

async function fill(count: number, make: () => Promise<Answer>): Promise<Answer> {
  let left = count
  let last: Answer = {}
  const work = async () => {
    while (left-- > 0) last = await make()
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return last
}

/** Sequential, so that it measures the calls and not a queue. */
async function measure(what: string, work: () => Promise<unknown>): Promise<boolean> {
  for (let i = 0; i < 10; i++) await work()
  const times: number[] = []
  for (let i = 0; i < CALLS; i++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  times.sort((left, right) => left - right)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const isMet = at(0.99) <= BAR_MS
  console.log(
    `${what.padEnd(28)} p50 ${at(0.5).toFixed(2)} ms  p99 ${at(0.99).toFixed(2)} ms  ${isMet ? 'met' : 'MISSED'}`,
  )
  return isMet
}

try {
  const startedAt = performance.now()
  const key = String((await fill(KEYS, newKey))['id'])
  const config = String((await fill(CONFIGS, newConfig))['slug'])
  const workspace = String((await fill(WORKSPACES, newWorkspace))['id'])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `${KEYS} keys, ${CONFIGS} configs, ${WORKSPACES} workspaces created in ${seconds} s; limit: p99 ${BAR_MS} ms`,
  )
  const lastPage = Math.floor(KEYS / 50) - 1
  const met = [
    await measure('list keys, first page', () => call('GET', '/api-keys?page_size=50')),
    await measure('list keys, last page', () => call('GET', `/api-keys?page_size=50&current_page=${lastPage}`)),
    await measure('read a key', () => call('GET', `/api-keys/${key}`)),
    await measure('change a key', () => call('PUT', `/api-keys/${key}`, { description: `changed ${++made}` })),
    await measure('create a key', newKey),
    await measure('list configs', () => call('GET', '/configs?page_size=50')),
    await measure('read a config', () => call('GET', `/configs/${config}`)),
    await measure('change a config', () => call('PUT', `/configs/${config}`, { name: `Config ${++made}` })),
    await measure('create a config', newConfig),
    await measure('list workspaces', () => call('GET', '/admin/workspaces?page_size=50')),
    await measure('read a workspace', () => call('GET', `/admin/workspaces/${workspace}`)),
    await measure('create a workspace', newWorkspace),
    await measure('list audit log', () => call('GET', '/audit-logs?page_size=50')),
    await measure('list audit log, filtered', () => call('GET', '/audit-logs?page_size=50&action=config.create')),
  ]
  if (met.includes(false)) process.exitCode = 1
} finally {
  await gateway.stop()
  rmSync(dataDirectory, { recursive: true })
}
