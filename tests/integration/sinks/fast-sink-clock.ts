/**
 * Preloaded into a gateway (`bun --preload`): in the thread that delivers to sinks, the age of a batch and the timeout of
 * a delivery pass ten times as fast. A bucket otherwise gets its logs after a minute.
 */

import { isMainThread } from 'node:worker_threads'

const SPEED = 10

if (isMainThread) {
  const Thread = globalThis.Worker
  globalThis.Worker = class extends Thread {
    constructor(entry: string | URL, options: WorkerOptions = {}) {
      super(entry, String(entry).endsWith('/sinks-worker.ts') ? { ...options, preload: [import.meta.path] } : options)
    }
  }
} else {
  const now = performance.now.bind(performance)
  performance.now = () => now() * SPEED
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => timeout(ms / SPEED)
}
