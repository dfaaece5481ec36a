/** Limits the time that a check waits for another service. */

import { CheckError } from './check-error.ts'

/**
 * Rejects after `timeoutMs`, or with the reason of `signal`, even if the call does not react to its own signal. `what`
 * starts the message, such as "The webhook".
 */
export async function withDeadline<Result>(
  what: string,
  timeoutMs: number,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal.aborted) throw signal.reason
  const end = new AbortController()
  const ended = Promise.withResolvers<never>()
  const finish = (reason: unknown) => {
    ended.reject(reason)
    end.abort(reason)
  }
  const onAbort = () => finish(signal.reason)
  signal.addEventListener('abort', onAbort)
  const timer = setTimeout(
    () => finish(new CheckError(`${what} did not respond within ${timeoutMs} ms.`, 'TimeoutError')),
    timeoutMs,
  )
  try {
    return await Promise.race([ended.promise, call(end.signal)])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
