/** Main thread's door to the writer: questions that the ingest worker must answer, across its restarts. */

import { GatewayError } from '../core/errors.ts'
import type { FeedbackStore } from '../core/logs/feedback.ts'
import type { LogRetention } from '../core/logs/log-retention.ts'
import type { FoundCost } from '../core/logs/unpriced.ts'
import type { ToIngest } from './ingest.ts'
import type { WriterAnswer, WriterQuestion } from './ingest-questions.ts'

const ANSWER_WITHIN_MS = 10_000
/** Beyond this the store is far behind, and more questions would only wait longer. */
const MOST_WAITING = 1000

type Waiting = {
  readonly question: WriterQuestion
  readonly resolve: (answer: WriterAnswer) => void
  readonly reject: (error: GatewayError) => void
  readonly timer: ReturnType<typeof setTimeout>
}

export class LogWriterClient implements FeedbackStore, LogRetention {
  readonly #waiting = new Map<number, Waiting>()
  readonly #post: (message: ToIngest) => void
  #lastTicket = 0

  constructor(post: (message: ToIngest) => void) {
    this.#post = post
  }

  async create(...[scope, entries]: Parameters<FeedbackStore['create']>): Promise<readonly string[]> {
    const nowMs = Date.now()
    const named = entries.map((entry) => ({ ...entry, id: Bun.randomUUIDv7(), createdAtMs: nowMs, updatedAtMs: nowMs }))
    await this.#ask({ kind: 'create-feedback', scope, entries: named })
    return named.map(({ id }) => id)
  }

  update(...[scope, id, changes]: Parameters<FeedbackStore['update']>): Promise<string | null> {
    const asked = this.#ask({ kind: 'update-feedback', scope, id, changes })
    return asked.then((answer) => (typeof answer === 'string' ? answer : null))
  }

  async setDays(...[workspace, days]: Parameters<LogRetention['setDays']>): Promise<void> {
    await this.#ask({ kind: 'retention', workspace, days })
  }

  async deleteWorkspace(workspace: Parameters<LogRetention['deleteWorkspace']>[0]): Promise<void> {
    await this.#ask({ kind: 'forget', workspace })
  }

  /** How many were set. */
  async fillCosts(costs: readonly FoundCost[]): Promise<number> {
    return Number(await this.#ask({ kind: 'fill-costs', costs }))
  }

  #ask(question: WriterQuestion): Promise<WriterAnswer> {
    if (this.#waiting.size >= MOST_WAITING) return Promise.reject(unavailable('too many questions wait for the store'))
    const ticket = ++this.#lastTicket
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.refuse(ticket, 'the store did not answer in time'), ANSWER_WITHIN_MS)
      this.#waiting.set(ticket, { question, resolve, reject, timer })
      this.#post({ kind: 'ask', ticket, question })
    })
  }

  /** To a worker that was started again: it knows none of the questions; those it had answered it passes over. */
  askAgain(worker: Pick<Worker, 'postMessage'>): void {
    for (const [ticket, { question }] of this.#waiting)
      worker.postMessage({ kind: 'ask', ticket, question } satisfies ToIngest)
  }

  settle(ticket: number, answer: WriterAnswer): void {
    this.#take(ticket)?.resolve(answer)
  }

  refuse(ticket: number, reason: string): void {
    this.#take(ticket)?.reject(unavailable(reason))
  }

  #take(ticket: number): Waiting | undefined {
    const waiting = this.#waiting.get(ticket)
    this.#waiting.delete(ticket)
    clearTimeout(waiting?.timer)
    return waiting
  }

  close(): void {
    for (const ticket of [...this.#waiting.keys()]) this.refuse(ticket, 'the gateway is stopping')
  }
}

function unavailable(reason: string): GatewayError {
  return new GatewayError('store_unavailable', { cause: new Error(reason) })
}
