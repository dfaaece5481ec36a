/** Settings of worker processes and shutdown. */

export type ProcessSettings = {
  /** Number of processes that share the port; 1: no worker processes. */
  readonly workers: number
  /** How long the port stays open after SIGTERM while the readiness check fails. */
  readonly drainDelayMs: number
  /** Set in worker processes by the owner process that starts them. */
  readonly worker: WorkerPlace | null
}

export type WorkerPlace = {
  /** Starts at 1. A restarted worker keeps its number. */
  readonly number: number
  /** Unix socket of the owner process, which serves the admin API and the dashboard. */
  readonly ownerSocket: string
}

const MOST_WORKERS = 64

export const PROCESS_ENVIRONMENT = [
  ['GATEWAY_WORKERS', '1', 'Number of worker processes that share the port; same as --workers.'],
  [
    'GATEWAY_DRAIN_DELAY_MS',
    '250',
    'How long the port stays open after SIGTERM while /readyz returns 503. Set it longer than your load balancer takes to notice.',
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
