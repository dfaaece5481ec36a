/** Settings of worker processes and shutdown. */

import { type ReadText, type Refuse, readInteger } from './readers.ts'

export type ProcessSettings = {
  /** Number of processes that share the port; 1: no worker processes. */
  readonly workers: number
  /** How long the port stays open after SIGTERM while the readiness check fails. */
  readonly drainDelayMs: number
  /** Set in worker processes by the owner process that starts them. */
  readonly worker: WorkerIdentity | null
}

export type WorkerIdentity = {
  /** Starts at 1. A restarted worker keeps its number. */
  readonly number: number
  /** Unix socket of the owner process, which serves the admin API and the dashboard. */
  readonly ownerSocket: string
}

const MAX_WORKERS = 64

export const PROCESS_ENVIRONMENT = [
  ['GATEWAY_WORKERS', '1', 'Number of worker processes that share the port; same as --workers.'],
  [
    'GATEWAY_DRAIN_DELAY_MS',
    '250',
    'How long the port stays open after SIGTERM while /readyz returns 503. Set it longer than your load balancer takes to notice.',
  ],
] as const

export function readProcess(text: ReadText, refuse: Refuse): ProcessSettings {
  const number = (name: string, fallback: number, least: number, most: number) =>
    readInteger(name, text(name), fallback, least, most, refuse)
  const workerNumber = number('GATEWAY_WORKER_NUMBER', 0, 1, MAX_WORKERS)
  const ownerSocket = text('GATEWAY_OWNER_SOCKET')
  return {
    workers: number('GATEWAY_WORKERS', 1, 1, MAX_WORKERS),
    drainDelayMs: number('GATEWAY_DRAIN_DELAY_MS', 250, 0, 600_000),
    worker: workerNumber > 0 && ownerSocket !== null ? { number: workerNumber, ownerSocket } : null,
  }
}
