/**
 * Starts worker threads. Bun ends the whole process if a new thread does not get the file descriptors of its event
 * loop, so a thread is started only while descriptors are free.
 */

import { readlinkSync } from 'node:fs'
import { GatewayError } from '../errors.ts'
import { descriptorLimit, descriptorTableSize, freeDescriptors } from './descriptors.ts'

/** Two for the event loop, the others for the source files of the thread and for files that other threads open. */
const NEEDED = 16
/** Connections that arrive while a thread starts cannot use up this many: twice the backlog of Bun's listeners. */
const PLENTY = 1_024
/** Longest wait for a new thread's event loop, usually 1 to 8 ms. Blocking the gateway is better than a crash. */
const WAIT_MS = 1_000
const POLL_MS = 0.5
const RETRY_AFTER_MS = 1_000

/** Throws `overloaded` if too few file descriptors are free. */
export function startThread(entry: URL | string): Worker {
  return withDescriptors(() => new Worker(entry))
}

/** `start` starts one thread. Throws `overloaded` if too few file descriptors are free. */
export function withDescriptors<Result>(start: () => Result): Result {
  if (isPlentyFree()) return start()
  const free = freeDescriptors(NEEDED)
  if (free === null)
    throw new GatewayError('overloaded', {
      retryAfterMs: RETRY_AFTER_MS,
      message: 'The gateway has no free file descriptor for a worker thread.',
    })
  const result = start()
  waitForEventLoop(free)
  return result
}

function isPlentyFree(): boolean {
  const limit = descriptorLimit()
  const tableSize = descriptorTableSize()
  // Only Linux reports these numbers.
  return limit === null ? process.platform !== 'linux' : tableSize !== null && limit - tableSize >= PLENTY
}

/** Blocks this thread, so that it accepts no connections, until the new thread has its event loop in `descriptors`. */
function waitForEventLoop(descriptors: readonly number[]): void {
  const untilMs = performance.now() + WAIT_MS
  while (!descriptors.some(isEventDescriptor) && performance.now() < untilMs) Bun.sleepSync(POLL_MS)
}

/** An event loop opens its event descriptor last. */
function isEventDescriptor(descriptor: number): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`) === 'anon_inode:[eventfd]'
  } catch {
    return false
  }
}
