/** A worker as its owner sees it: a child process and the RPC channel to it. */

import { RpcChannel } from '../../app/workers/rpc-channel.ts'
import type { WorkerChannel } from '../../app/workers/rpc-methods.ts'

export type WorkerProcess = {
  readonly calls: WorkerChannel
  /** Resolves when the worker serves the port. Rejects if it exits before that. */
  readonly ready: Promise<void>
  /** Resolves with the exit code, or -1 if a signal ended the worker. */
  readonly exited: Promise<number>
  /** Starts a graceful stop. */
  stop(): void
  kill(): void
}

/** Not passed to workers: if the owner exits, a worker must finish its requests first. */
const OWNER_ONLY_SWITCH = '--no-orphans'

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
    void exited.then((code) => reject(new WorkerExited(code)))
  })
  // The worker may exit when nothing awaits `ready` any more, which must not be an unhandled rejection.
  ready.catch(() => {})
  return {
    calls,
    ready,
    exited,
    stop: () => child.kill('SIGTERM'),
    kill: () => child.kill('SIGKILL'),
  }
}

export class WorkerExited extends Error {
  constructor(readonly exitCode: number) {
    super(`a worker exited with code ${exitCode}`)
  }
}

/** Starts the same program. A compiled binary is its own runtime. */
function commandLine(): string[] {
  if (import.meta.url.includes('/$bunfs/')) return [process.execPath, 'start']
  const switches = process.execArgv.filter((argument) => argument !== OWNER_ONLY_SWITCH)
  return [process.execPath, ...switches, Bun.main, 'start']
}
