/** One worker as its owner sees it: a child process and the line to it. */

import { RpcChannel } from '../../app/workers/rpc-channel.ts'
import type { WorkerChannel } from '../../app/workers/rpc-methods.ts'

export type WorkerProcess = {
  readonly calls: WorkerChannel
  /** Resolves when it answers at the port; rejects when it ended before. */
  readonly ready: Promise<void>
  /** Resolves with its exit code; a signal is minus one. */
  readonly exited: Promise<number>
  /** Ends what runs, takes nothing new. */
  stop(): void
  kill(): void
}

/** Stands in the way of a worker's own ending: it ends its calls first when its owner is gone. */
const NOT_FOR_WORKERS = '--no-orphans'

export function spawnWorker(environment: Readonly<Record<string, string>>): WorkerProcess {
  const child = Bun.spawn(commandLine(), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'advanced',
    ipc: (messages: unknown) => calls.receive(messages as readonly unknown[]),
  })
  const calls: WorkerChannel = new RpcChannel((messages) => child.send(messages))
  const exited = child.exited.then(() => child.exitCode ?? -1)
  const ready = new Promise<void>((resolve, reject) => {
    calls.handle('ready', () => {
      resolve()
      return null
    })
    void exited.then((code) => reject(new WorkerEnded(code)))
  })
  // It may end when nobody waits for it to be ready any more.
  ready.catch(() => {})
  return {
    calls,
    ready,
    exited,
    stop: () => child.kill('SIGTERM'),
    kill: () => child.kill('SIGKILL'),
  }
}

export class WorkerEnded extends Error {
  constructor(readonly exitCode: number) {
    super(`a worker ended with ${exitCode}`)
  }
}

/** The same program again: the compiled one is its own runtime. */
function commandLine(): string[] {
  if (import.meta.url.includes('/$bunfs/')) return [process.execPath, 'start']
  const switches = process.execArgv.filter((argument) => argument !== NOT_FOR_WORKERS)
  return [process.execPath, ...switches, Bun.main, 'start']
}
