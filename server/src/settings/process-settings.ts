/** Settings of the processes on this machine: how many there are, and how they leave. */

export type ProcessSettings = {
  /** Processes that answer on one port; 1: this one alone. */
  readonly workers: number
  /** How long the port stays open after SIGTERM while readiness says no. */
  readonly drainDelayMs: number
  /** Set by the process that starts workers, for each of them. */
  readonly worker: WorkerPlace | null
}

export type WorkerPlace = {
  /** From 1; a worker that is started again keeps it. */
  readonly number: number
  /** Where the owner answers what is not for providers. */
  readonly ownerSocket: string
}

const MOST_WORKERS = 64

export const PROCESS_ENVIRONMENT = [
  ['GATEWAY_WORKERS', '1', 'Processes that answer on one port, on this machine; --workers.'],
  [
    'GATEWAY_DRAIN_DELAY_MS',
    '250',
    'How long the port stays open after SIGTERM while /readyz says 503: longer than your balancer takes to notice.',
  ],
] as const

type Text = (name: string) => string | null
type Refuse = (message: string) => never

export function readProcess(text: Text, refuse: Refuse): ProcessSettings {
  const number = (name: string, fallback: number, least: number, most: number): number => {
    const given = text(name)
    if (given === null) return fallback
    const value = /^[0-9]{1,9}$/.test(given) ? Number(given) : Number.NaN
    return value >= least && value <= most ? value : refuse(`${name} must be a whole number from ${least} to ${most}.`)
  }
  const place = number('GATEWAY_WORKER_NUMBER', 0, 1, MOST_WORKERS)
  const ownerSocket = text('GATEWAY_OWNER_SOCKET')
  return {
    workers: number('GATEWAY_WORKERS', 1, 1, MOST_WORKERS),
    drainDelayMs: number('GATEWAY_DRAIN_DELAY_MS', 250, 0, 600_000),
    worker: place > 0 && ownerSocket !== null ? { number: place, ownerSocket } : null,
  }
}
