/** Retries a start-up step with exponential backoff until it succeeds. */

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

export type RetryOptions = {
  /** Called after each failure, before the pause. */
  readonly onFailure: (error: unknown, retryInMs: number) => void
  /** Stops retrying; the promise rejects. */
  readonly signal: AbortSignal
  /** Shorter in tests. */
  readonly firstPauseMs?: number
}

export async function retryStart<Started>(start: () => Promise<Started>, options: RetryOptions): Promise<Started> {
  const { onFailure, signal, firstPauseMs = FIRST_PAUSE_MS } = options
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted()
    try {
      return await start()
    } catch (error) {
      signal.throwIfAborted()
      onFailure(error, pauseMs)
    }
    await pause(pauseMs, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
