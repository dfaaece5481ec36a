/**
 * Measures a first and an incremental backup of a gateway under load: the longest stall of the gateway's main thread
 * (limit: 50 ms), CPU and bytes. Then measures the CPU time that the settings history adds to an admin write.
 * `npm run bench:backup -- [--quick | --smoke]`.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { post } from './control/admin-call.ts'
import { runLoad } from './load/run-load.ts'
import { sampleOf } from './measure/sample.ts'
import { startAnnounced } from './pinned-process.ts'
import { cpuMs, untilIdle } from './process-meter.ts'
import { mebibytes, printReport, type Row, withRange } from './report.ts'
import { ADMIN_KEY, PROJECT, type Subject, startGateway } from './subjects.ts'

const MAX_STALL_MS = 50
const flags = process.argv.slice(2)
const counts = flags.includes('--smoke')
  ? { rows: 2_000, requests: 200, rounds: 1, writes: 20 }
  : flags.includes('--quick')
    ? { rows: 50_000, requests: 2_000, rounds: 3, writes: 200 }
    : { rows: 500_000, requests: 4_000, rounds: 7, writes: 400 }
/** Pause between admin writes. They wait while a backup holds the lock of control.db. */
const WRITE_PAUSE_MS = 10

/** `stallMs` excludes the time in which the thread waited for a CPU core. */
type Stalls = { readonly clockMs: number; readonly cpuMs: number; readonly stallMs: number }
type BackupRun = {
  readonly what: string
  readonly stalls: Stalls
  readonly cpuMs: number
  readonly elapsedMs: number
  readonly newBytes: number
  readonly sizeBytes: number
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-backup-'))
const data = join(folder, 'data')
const delayFile = join(folder, 'loop-delay.json')
let writes = 0

const sendLoad = (target: Subject) => runLoad({ kind: 'requests', target, count: counts.requests, concurrency: 32 })
const writeConfig = (url: string) =>
  post(url, '/configs', { name: `Config ${++writes}`, config: { provider: 'mock', retry: { attempts: 2 } } })

/** Runs `work` while the gateway serves requests and admin writes; returns the longest stalls of the gateway. */
async function underLoad(gateway: Subject, work: () => Promise<void>): Promise<Stalls> {
  let isOver = false
  const load = async () => {
    while (!isOver) await sendLoad(gateway)
  }
  const write = async () => {
    for (; !isOver; await Bun.sleep(WRITE_PAUSE_MS)) await writeConfig(gateway.url)
  }
  const running = Promise.all([load(), write()])
  await Bun.sleep(500)
  await readStalls(gateway)
  try {
    await work()
    return await readStalls(gateway)
  } finally {
    isOver = true
    await running
  }
}

/** The longest stalls since the last call. */
async function readStalls({ pid }: Subject): Promise<Stalls> {
  rmSync(delayFile, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(delayFile)) await Bun.sleep(5)
  return JSON.parse(readFileSync(delayFile, 'utf8')) as Stalls
}

async function backUp(what: string, gateway: Subject): Promise<BackupRun> {
  let run: Omit<BackupRun, 'stalls' | 'what'> | null = null
  const stalls = await underLoad(gateway, async () => {
    const startedAt = performance.now()
    const command = ['node', join(PROJECT, 'bin', 'gatehouse.mjs'), 'backup', join(folder, 'target'), '--json']
    const child = Bun.spawn(command, {
      env: { ...process.env, GATEWAY_DATA_DIR: data },
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const text = await new Response(child.stdout).text()
    if ((await child.exited) !== 0) throw new Error(`the backup failed: ${text}`)
    const { new_bytes, size_bytes } = JSON.parse(text) as { new_bytes: number; size_bytes: number }
    const { user, system } = child.resourceUsage()!.cpuTime
    run = {
      cpuMs: Number(user + system) / 1000,
      elapsedMs: performance.now() - startedAt,
      newBytes: new_bytes,
      sizeBytes: size_bytes,
    }
  })
  return { what, stalls, ...run! }
}

function backupRows({ what, stalls, ...run }: BackupRun, without: Stalls): Row[] {
  const shown = { bar: 'shown only', met: null }
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return [
    {
      what: `${what}: longest stall of the main thread`,
      bare: ms(without.stallMs),
      ours: ms(stalls.stallMs),
      bar: `at most ${MAX_STALL_MS} ms`,
      met: stalls.stallMs <= MAX_STALL_MS,
    },
    {
      what: `${what}: the same with other processes`,
      bare: ms(without.clockMs),
      ours: ms(stalls.clockMs),
      ...shown,
    },
    { what: `${what}: longest turn in CPU time`, bare: ms(without.cpuMs), ours: ms(stalls.cpuMs), ...shown },
    { what: `${what}: CPU of the backup`, ours: ms(run.cpuMs), ...shown },
    { what: `${what}: elapsed time`, ours: ms(run.elapsedMs), ...shown },
    { what: `${what}: new bytes`, ours: `${mebibytes(run.newBytes)} of ${mebibytes(run.sizeBytes)}`, ...shown },
  ]
}

async function measureBackups(upstream: string): Promise<Row[]> {
  // The first start creates the stores that are then filled with logs.
  await (await startGateway(upstream, data)).stop()
  const fill = Bun.spawn([process.execPath, join(import.meta.dir, 'records/log-rows.ts'), data, String(counts.rows)], {
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await fill.exited) !== 0) throw new Error('the logs could not be created')
  const gateway = await startGateway(upstream, data, {
    BUN_OPTIONS: `--preload=${join(import.meta.dir, 'large-bodies/loop-delay.ts')}`,
    GATEHOUSE_LOOP_DELAY_FILE: delayFile,
  })
  try {
    // Warm-up: the first admin call loads the control plane.
    await writeConfig(gateway.url)
    await underLoad(gateway, () => Bun.sleep(1_000))
    const first = await backUp('first backup', gateway)
    const without = await underLoad(gateway, () => Bun.sleep(first.elapsedMs))
    const next = await backUp('incremental backup', gateway)
    return [...backupRows(first, without), ...backupRows(next, without)]
  } finally {
    await gateway.stop()
  }
}

/** CPU of an admin write with and without the settings history triggers. The two gateways alternate. */
async function measureHistory(upstream: string): Promise<Row> {
  const subjects: { readonly gateway: Subject; readonly slug: string; readonly perWrite: number[] }[] = []
  try {
    for (const days of ['0', '30']) {
      const environment = { GATEWAY_SETTINGS_HISTORY_DAYS: days }
      const gateway = await startGateway(upstream, join(folder, `history-${days}`), environment)
      subjects.push({ gateway, slug: String((await writeConfig(gateway.url))['slug']), perWrite: [] })
    }
    for (let round = 0; round <= counts.rounds; round++) {
      for (const { gateway, slug, perWrite } of round % 2 ? subjects.toReversed() : subjects) {
        await untilIdle(gateway.pid)
        const beforeMs = cpuMs(gateway.pid)
        for (let i = 0; i < counts.writes; i++) await change(gateway.url, slug)
        await untilIdle(gateway.pid)
        // The first round is a warm-up.
        if (round > 0) perWrite.push(((cpuMs(gateway.pid) - beforeMs) * 1000) / counts.writes)
      }
    }
    const [without, within] = subjects.map(({ perWrite }) => perWrite)
    const ratio = sampleOf(within!.map((used, round) => used / (without![round] ?? Number.NaN)))
    return {
      what: 'CPU of an admin write, with the history of settings',
      bare: withRange(sampleOf(without!), ' µs', 0),
      ours: withRange(sampleOf(within!), ' µs', 0),
      compared: withRange(ratio, ' x', 2),
      bar: 'shown only',
      met: null,
    }
  } finally {
    for (const { gateway } of subjects) await gateway.stop()
  }
}

async function change(url: string, slug: string): Promise<void> {
  const reply = await fetch(`${url}/v1/configs/${slug}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-gateway-api-key': ADMIN_KEY },
    body: JSON.stringify({ name: `Config ${++writes}` }),
  })
  if (!reply.ok) throw new Error(`PUT /configs returned HTTP ${reply.status}: ${await reply.text()}`)
  await reply.arrayBuffer()
}

console.log('column "bare relay": the same load without a backup, or without the history; column "gatehouse": with it')
const upstream = await startAnnounced('around', [process.execPath, join(import.meta.dir, 'upstream.ts')])
try {
  const rows = [...(await measureBackups(upstream.url)), await measureHistory(upstream.url)]
  printReport(rows)
  console.log(`load of the machine in the last minute: ${loadavg()[0]!.toFixed(1)}`)
  process.exitCode = rows.some((row) => row.met === false) && !flags.includes('--smoke') ? 1 : 0
} finally {
  await upstream.stop()
  rmSync(folder, { recursive: true, force: true })
}
