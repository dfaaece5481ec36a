/** Starts a process on its own core and waits for its readiness line. */

import { availableParallelism } from 'node:os'
import type { Announcement } from './announce.ts'

export type Core = 'measured' | 'around'

export type PinnedProcess = {
  readonly pid: number
  /** Resolves with the next line of its standard output. */
  nextLine(): Promise<string>
  stop(): Promise<void>
}

/** The process under test has core 0. Load generator and upstream share core 1. */
export const PINNING = Bun.which('taskset') !== null && availableParallelism() > 1

// The gateway may print a line per request. Only the first lines are read.
const MAX_UNREAD_LINES = 100

export function startPinned(
  core: Core,
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): PinnedProcess {
  const pin = PINNING ? ['taskset', '-c', core === 'measured' ? '0' : '1'] : []
  const child = Bun.spawn([...pin, ...command], {
    stdout: 'pipe',
    stderr: 'inherit',
    stdin: 'ignore',
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '65336', ...environment },
  })
  const lines = readLines(child.stdout)
  return {
    // taskset execs the command, so this is the command's own pid.
    pid: child.pid,
    async nextLine() {
      const line = await lines.next()
      if (line === null) throw new Error(`${command.join(' ')} ended with code ${await child.exited}`)
      return line
    },
    async stop() {
      child.kill('SIGTERM')
      const killer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await child.exited
      clearTimeout(killer)
    },
  }
}

export async function startAnnounced(
  core: Core,
  command: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<PinnedProcess & Announcement> {
  const started = startPinned(core, command, environment)
  let line = await started.nextLine()
  while (!line.startsWith('{')) line = await started.nextLine()
  const { url } = JSON.parse(line) as Announcement
  return { ...started, url: url.replace(/\/$/, '') }
}

/** Reads continuously, because a full pipe would block the measured process. */
function readLines(stream: ReadableStream<Uint8Array>): { next(): Promise<string | null> } {
  const unread: string[] = []
  let ended = false
  let wake = () => {}
  const pump = async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of stream) {
      const lines = (text + decoder.decode(bytes, { stream: true })).split('\n')
      text = lines.pop() ?? ''
      if (unread.length < MAX_UNREAD_LINES) unread.push(...lines)
      wake()
    }
    ended = true
    wake()
  }
  void pump()
  return {
    async next() {
      while (unread.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve))
      return unread.shift() ?? null
    },
  }
}
