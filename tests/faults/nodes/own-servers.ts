/** A PostgreSQL and a Redis for one test file, which can stop, freeze and start them without affecting other files. */

import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

const ROOT = resolve(import.meta.dir, '../../..')
const SUPERVISOR = 'scripts/services/supervisor.mjs'

type Answer = { readonly id?: number; readonly url?: string; readonly error?: string }
type Command = { readonly what: string; readonly name: string } & Readonly<Record<string, unknown>>

export interface OwnServers extends AsyncDisposable {
  readonly postgresUrl: string
  readonly redisUrl: string
  /** Resolves when the process has exited. SIGQUIT is PostgreSQL's immediate shutdown, as after a crash. */
  end(name: string, signal: 'SIGTERM' | 'SIGKILL' | 'SIGQUIT' | 'SIGINT'): Promise<void>
  /** SIGSTOP: connections stay open, the kernel accepts new ones, and the server does not respond. */
  freeze(name: string): Promise<void>
  thaw(name: string): Promise<void>
  /** Starts the server at the same address; resolves when it is ready. */
  start(name: string): Promise<void>
  /** Adds a server and resolves with its address. */
  add(name: string, kind: 'redis' | 'sentinel', options: readonly string[]): Promise<string>
}

export async function ownServers(): Promise<OwnServers> {
  const env = { PATH: process.env['PATH'] ?? '' }
  const supervisor = Bun.spawn(['node', SUPERVISOR], {
    cwd: ROOT,
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = createInterface(Readable.fromWeb(supervisor.stdout))
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  const announced = Promise.withResolvers<{ postgresUrl: string; redisUrl: string }>()
  lines.on('line', (line) => {
    const answer = JSON.parse(line) as Answer
    const asked = answer.id === undefined ? undefined : waiting.get(answer.id)
    if (asked === undefined) announced.resolve(JSON.parse(line) as { postgresUrl: string; redisUrl: string })
    else if (answer.error === undefined) asked.resolve(answer.url ?? '')
    else asked.reject(new Error(answer.error))
  })
  void supervisor.exited.then(() => {
    const gone = new Error('The servers of this test are gone; the reason is printed above.')
    for (const one of [announced, ...waiting.values()]) one.reject(gone)
  })
  const urls = await announced.promise

  let count = 0
  function run(command: Command): Promise<string> {
    const id = ++count
    const asked = Promise.withResolvers<string>()
    waiting.set(id, asked)
    supervisor.stdin.write(`${JSON.stringify({ id, ...command })}\n`)
    supervisor.stdin.flush()
    return asked.promise.finally(() => waiting.delete(id))
  }

  return {
    ...urls,
    async end(name, signal) {
      await run({ what: 'end', name, signal })
    },
    async freeze(name) {
      await run({ what: 'signal', name, signal: 'SIGSTOP' })
    },
    async thaw(name) {
      await run({ what: 'signal', name, signal: 'SIGCONT' })
    },
    async start(name) {
      await run({ what: 'start', name })
    },
    add: (name, kind, options) => run({ what: 'add', name, kind, options }),
    async [Symbol.asyncDispose]() {
      supervisor.stdin.end()
      await supervisor.exited
    },
  }
}
