/** Limits on request bodies and connections: receive rate, memory per caller, keep-alive. */

import { type ReadText, type Refuse, readInteger } from './readers.ts'

export type IntakeSettings = {
  readonly receiveTimeoutMs: number
  readonly receiveGraceMs: number
  /** 0: no minimum. */
  readonly receiveBytesPerSecond: number
  readonly keyBodyPercent: number
  readonly workspaceBodyPercent: number
  /** 0: idle connections stay open. */
  readonly keepAliveSeconds: number
  readonly socketMessageBytes: number
  readonly socketIdleMs: number
}

export const INTAKE_ENVIRONMENT = [
  [
    'GATEWAY_KEY_BODY_PERCENT',
    '50',
    'Percent of GATEWAY_BODY_MEMORY_BYTES that the requests of one key may use; one body of GATEWAY_MAX_BODY_BYTES is always allowed.',
  ],
  ['GATEWAY_WORKSPACE_BODY_PERCENT', '75', 'The same for all keys of one workspace together.'],
  [
    'GATEWAY_RECEIVE_TIMEOUT_MS',
    '120000',
    'Maximum time to receive a request body; for a streamed upload, the maximum pause.',
  ],
  [
    'GATEWAY_RECEIVE_BYTES_PER_SECOND',
    '1024',
    'Minimum average rate at which a request body must arrive; 0 for no minimum.',
  ],
  [
    'GATEWAY_RECEIVE_GRACE_MS',
    '10000',
    'Time before the minimum rate applies; also the maximum time to receive the body of a request without a key, such as a sign-in.',
  ],
  [
    'GATEWAY_KEEP_ALIVE_SECONDS',
    '75',
    'Idle connections are closed after this time, up to 255; 0 keeps them open. Set it higher than the idle timeout of your proxy or load balancer.',
  ],
  ['GATEWAY_SOCKET_MESSAGE_BYTES', '16777216', 'Maximum size of a WebSocket message, in both directions.'],
  ['GATEWAY_SOCKET_IDLE_MS', '3600000', 'Time without a message after which a WebSocket is closed.'],
] as const

export function readIntake(text: ReadText, refuse: Refuse): IntakeSettings {
  const number = (name: string, fallback: number, least: number, most: number) =>
    readInteger(name, text(name), fallback, least, most, refuse)
  return {
    keyBodyPercent: number('GATEWAY_KEY_BODY_PERCENT', 50, 1, 100),
    workspaceBodyPercent: number('GATEWAY_WORKSPACE_BODY_PERCENT', 75, 1, 100),
    receiveTimeoutMs: number('GATEWAY_RECEIVE_TIMEOUT_MS', 120_000, 100, 2 ** 31 - 1),
    receiveBytesPerSecond: number('GATEWAY_RECEIVE_BYTES_PER_SECOND', 1_024, 0, 2 ** 30),
    receiveGraceMs: number('GATEWAY_RECEIVE_GRACE_MS', 10_000, 100, 2 ** 31 - 1),
    keepAliveSeconds: number('GATEWAY_KEEP_ALIVE_SECONDS', 75, 0, 255),
    socketMessageBytes: number('GATEWAY_SOCKET_MESSAGE_BYTES', 16 * 1024 * 1024, 1_024, 2 ** 30),
    socketIdleMs: number('GATEWAY_SOCKET_IDLE_MS', 3_600_000, 100, 2 ** 31 - 1),
  }
}
