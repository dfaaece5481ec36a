/** Main-thread client of the ingest worker: sends write commands and resends them after a worker restart. */

import type { GatewayError } from '../core/errors.ts'
import type { ReencryptCursor, ReencryptedBlocks, ReencryptStep } from '../core/logs/body-keys.ts'
import type { FeedbackStore } from '../core/logs/feedback.ts'
import type { EraseCursor, ErasedLogs, ErasePhase, EraseStep } from '../core/logs/log-erasure.ts'
import type { LogRetention } from '../core/logs/log-retention.ts'
import type { FoundCost } from '../core/logs/unpriced.ts'
import type { ToIngest } from './ingest-worker.ts'
import type { WriterCommand, WriterResult } from './log-writer.ts'
import { unavailable } from './workers.ts'

const RESULT_TIMEOUT_MS = 10_000
/** Maximum number of queued commands. With more, the store is too far behind to run them within the timeout. */
const MAX_PENDING = 1000

type PendingCommand = {
  readonly command: WriterCommand
  readonly resolve: (result: WriterResult) => void
  readonly reject: (error: GatewayError) => void
  readonly timer: ReturnType<typeof setTimeout>
}

export class LogWriterClient implements FeedbackStore, LogRetention {
  readonly #pending = new Map<number, PendingCommand>()
  readonly #post: (message: ToIngest) => void
  #lastRequestId = 0

  constructor(post: (message: ToIngest) => void) {
    this.#post = post
  }

  async create(...[scope, entries]: Parameters<FeedbackStore['create']>): Promise<readonly string[]> {
    const nowMs = Date.now()
    const named = entries.map((entry) => {
      const atMs = entry.createdAtMs ?? nowMs
      return { ...entry, id: Bun.randomUUIDv7('hex', atMs), createdAtMs: atMs, updatedAtMs: atMs }
    })
    await this.#send({ kind: 'create-feedback', scope, entries: named })
    return named.map(({ id }) => id)
  }

  update(...[scope, id, changes]: Parameters<FeedbackStore['update']>): Promise<string | null> {
    const sent = this.#send({ kind: 'update-feedback', scope, id, changes })
    return sent.then((result) => (typeof result === 'string' ? result : null))
  }

  async setDays(...[workspace, days, bodyDays]: Parameters<LogRetention['setDays']>): Promise<void> {
    await this.#send({ kind: 'retention', workspace, days, bodyDays })
  }

  async deleteWorkspace(workspace: Parameters<LogRetention['deleteWorkspace']>[0]): Promise<void> {
    await this.#send({ kind: 'forget', workspace })
  }

  /** Returns how many costs were set. */
  async fillCosts(costs: readonly FoundCost[]): Promise<number> {
    return Number(await this.#send({ kind: 'fill-costs', costs }))
  }

  async erase(logs: ErasedLogs, phase: ErasePhase, cursor: EraseCursor): Promise<EraseStep> {
    return (await this.#send({ kind: 'erase', logs, phase, cursor })) as EraseStep
  }

  async reencrypt(blocks: ReencryptedBlocks, cursor: ReencryptCursor): Promise<ReencryptStep> {
    return (await this.#send({ kind: 'reencrypt', blocks, cursor })) as ReencryptStep
  }

  #send(command: WriterCommand): Promise<WriterResult> {
    if (this.#pending.size >= MAX_PENDING) return Promise.reject(unavailable('too many write commands are queued'))
    const requestId = ++this.#lastRequestId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.reject(requestId, 'the log store did not respond in time'), RESULT_TIMEOUT_MS)
      this.#pending.set(requestId, { command, resolve, reject, timer })
      this.#post({ kind: 'command', requestId, command })
    })
  }

  /**
   * Resends all pending commands to a restarted worker. Commands are idempotent, so repeating a completed one is safe.
   */
  resend(worker: Pick<Worker, 'postMessage'>): void {
    for (const [requestId, { command }] of this.#pending)
      worker.postMessage({ kind: 'command', requestId, command } satisfies ToIngest)
  }

  resolve(requestId: number, result: WriterResult): void {
    this.#take(requestId)?.resolve(result)
  }

  reject(requestId: number, reason: string): void {
    this.#take(requestId)?.reject(unavailable(reason))
  }

  #take(requestId: number): PendingCommand | undefined {
    const pending = this.#pending.get(requestId)
    this.#pending.delete(requestId)
    clearTimeout(pending?.timer)
    return pending
  }

  close(): void {
    for (const requestId of [...this.#pending.keys()]) this.reject(requestId, 'the gateway is stopping')
  }
}
