/** Answers of creating calls, kept so that a repeated call with the same Idempotency-Key creates nothing twice. */

export type RememberedReply = {
  /** Hash of method, path and body. */
  readonly requestHash: string
  /** Sealed: the reply may hold a secret shown once. */
  readonly sealedReply: string
}

export interface IdempotencyStore {
  find(callerId: string, key: string, nowMs: number): Promise<RememberedReply | undefined>
  remember(callerId: string, key: string, reply: RememberedReply, nowMs: number): Promise<void>
}
