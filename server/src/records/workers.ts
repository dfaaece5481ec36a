/** Starts the worker threads and restarts them when they exit. */

import { GatewayError } from '../core/errors.ts'
import { startThread } from '../core/runtime/start-thread.ts'
import { workerUrl } from '../core/runtime/worker-url.ts'

const RESTART_MS = { first: 100, max: 5000 }

const ENTRIES = { ingest: workerUrl('records/ingest-worker.ts'), reader: workerUrl('records/reader-worker.ts') }

export function startWorker(name: keyof typeof ENTRIES): Worker {
  return startThread(ENTRIES[name])
}

type SupervisorOptions = {
  readonly start: () => Worker
  /** Called with the first and every restarted worker. */
  readonly onStart: (worker: Worker) => void
  readonly onMessage: (data: unknown) => void
  readonly onExit: (reason: string) => void
}

export interface SupervisedWorker {
  /** Returns false while the worker is down: the message is dropped. `onStart` must resend what matters. */
  post(message: unknown): boolean
  /** Stops the worker without a restart. */
  terminate(): void
}

export function superviseWorker(options: SupervisorOptions): SupervisedWorker {
  let worker: Worker | null = null
  let isEnding = false
  let restart: ReturnType<typeof setTimeout> | null = null
  let delayMs = RESTART_MS.first

  const begin = () => {
    restart = null
    let started: Worker
    try {
      started = options.start()
    } catch (error) {
      return startAgain(error instanceof Error ? error.message : String(error))
    }
    supervise(started)
  }

  const startAgain = (reason: string) => {
    options.onExit(reason)
    restart = setTimeout(begin, delayMs)
    delayMs = Math.min(delayMs * 2, RESTART_MS.max)
  }

  const supervise = (started: Worker) => {
    let reason = 'the worker exited'
    worker = started
    started.onmessage = ({ data }: MessageEvent<unknown>) => {
      delayMs = RESTART_MS.first
      options.onMessage(data)
    }
    started.onerror = (event) => {
      event.preventDefault()
      reason = event.message
    }
    started.addEventListener('close', () => {
      if (worker === started) worker = null
      if (!isEnding) startAgain(reason)
    })
    options.onStart(started)
  }

  begin()
  return {
    post: (message) => {
      worker?.postMessage(message)
      return worker !== null
    },
    terminate: () => {
      isEnding = true
      if (restart) clearTimeout(restart)
      worker?.terminate()
      worker = null
    },
  }
}

/** The error of a query or command that a worker could not run. */
export function unavailable(reason: string): GatewayError {
  return new GatewayError('store_unavailable', { cause: new Error(reason) })
}
