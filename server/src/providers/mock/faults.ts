/** Faults of the mock provider, selected by the model's name. */

import { failure } from './reply.ts'

const ERROR = /^mock-error-([45]\d\d)(?:-after-(\d{1,4}))?$/
const SLOW = /^mock-slow-(\d{1,6})$/
const MAX_WAIT_MS = 600_000

/** How a stream is interrupted, or null. */
export type StreamFault = 'cut' | 'error' | null

/** Delays or rejects the request if the model's name says so. Null lets the request continue. */
export async function applyFault(model: string, signal: AbortSignal): Promise<Response | null> {
  const slow = SLOW.exec(model)
  if (slow) await pause(Math.min(Number(slow[1]), MAX_WAIT_MS), signal)
  const error = ERROR.exec(model)
  if (!error) return null
  const status = Number(error[1])
  const headers = error[2] === undefined ? {} : { 'retry-after': error[2] }
  return failure(status, `The mock provider was configured to return status ${status}.`, 'mock_error', headers)
}

export function streamFault(model: string): StreamFault {
  if (model === 'mock-cut') return 'cut'
  return model === 'mock-stream-error' ? 'error' : null
}

function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, waitMs)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
