/** Prompts and responses of the semantic cache in semantic.db. A worker reads and writes the file. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CachedResponse } from '../../../core/ports.ts'
import { startThread } from '../../../core/runtime/start-thread.ts'
import { workerUrl } from '../../../core/runtime/worker-url.ts'
import type { QuestionStore, StoredQuestion } from '../../../core/semantic/question-store.ts'
import type { FromQuestions, ToQuestions } from './question-worker.ts'

const CLOSE_MS = 2_000
/** Timeout of a lookup. After this time it is better to call the provider. */
const ANSWER_MS = 250

export class QuestionFile implements QuestionStore {
  readonly #worker: Worker
  readonly #waiting = new Map<number, (answer: CachedResponse | undefined) => void>()
  readonly #purging = new Map<number, { readonly resolve: () => void; readonly reject: (error: Error) => void }>()
  readonly #path: string
  #tickets = 0
  #take: (some: readonly StoredQuestion[]) => void = () => {}
  readonly #loaded = Promise.withResolvers<void>()
  readonly #closed = Promise.withResolvers<void>()
  #isDead = false

  constructor(
    dataDirectory: string,
    private readonly closeMs = CLOSE_MS,
  ) {
    this.#path = pathIn(dataDirectory)
    this.#worker = startThread(workerUrl('stores/sql/semantic/question-worker.ts'))
    this.#worker.onmessage = ({ data }: MessageEvent<FromQuestions>) => this.#receive(data)
    this.#worker.onerror = (event) => {
      event.preventDefault()
      this.#die()
    }
    this.#worker.addEventListener('close', () => this.#die())
    this.#post({ kind: 'open', path: this.#path })
  }

  async load(take: (some: readonly StoredQuestion[]) => void): Promise<void> {
    this.#take = take
    this.#post({ kind: 'load', nowMs: Date.now() })
    await this.#loaded.promise
  }

  put(question: StoredQuestion, answer: CachedResponse): void {
    this.#post({ kind: 'put', question, answer })
  }

  remove(keys: readonly string[]): void {
    if (keys.length > 0) this.#post({ kind: 'remove', keys })
  }

  purge(workspaceId: string, namespace: string | null): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const ticket = this.#tickets++
    this.#purging.set(ticket, { resolve, reject })
    this.#post({ kind: 'purge', ticket, workspaceId, namespace })
    if (this.#isDead) this.#removeDead()
    return promise
  }

  readResponse(key: string): Promise<CachedResponse | undefined> {
    if (this.#isDead) return Promise.resolve(undefined)
    const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>()
    const ticket = this.#tickets++
    const timer = setTimeout(() => this.#settle(ticket, undefined), ANSWER_MS)
    this.#waiting.set(ticket, (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
    this.#post({ kind: 'answer', ticket, key })
    return promise
  }

  async close(): Promise<void> {
    this.#post({ kind: 'close' })
    const timer = setTimeout(() => this.#closed.resolve(), this.closeMs)
    await this.#closed.promise
    clearTimeout(timer)
    this.#die()
    this.#worker.terminate()
  }

  #post(message: ToQuestions): void {
    if (!this.#isDead) this.#worker.postMessage(message)
  }

  #receive(message: FromQuestions): void {
    switch (message.kind) {
      case 'some':
        return this.#take(message.questions)
      case 'loaded':
        return this.#loaded.resolve()
      case 'answer':
        return this.#settle(message.ticket, message.answer ?? undefined)
      case 'purged':
        return this.#purged(message.ticket, message.error)
      case 'closed':
        return this.#closed.resolve()
    }
  }

  #settle(ticket: number, answer: CachedResponse | undefined): void {
    this.#waiting.get(ticket)?.(answer)
    this.#waiting.delete(ticket)
  }

  #purged(ticket: number, error: string | null): void {
    const waiting = this.#purging.get(ticket)
    this.#purging.delete(ticket)
    if (error === null) waiting?.resolve()
    else waiting?.reject(new Error(`The semantic cache cannot be purged in ${this.#path}: ${error}`))
  }

  /** Without the worker, single rows cannot be deleted, so a purge deletes the whole file. */
  #removeDead(): void {
    if (this.#purging.size === 0) return
    let error: string | null = null
    try {
      removeFiles(this.#path)
    } catch (failure) {
      error = String(failure)
    }
    for (const ticket of [...this.#purging.keys()]) this.#purged(ticket, error)
  }

  /** Without the worker the cache is in memory only. */
  #die(): void {
    this.#isDead = true
    this.#removeDead()
    for (const ticket of [...this.#waiting.keys()]) this.#settle(ticket, undefined)
    this.#loaded.resolve()
    this.#closed.resolve()
  }
}

/** Deletes semantic.db of a folder in which no process uses it. */
export function removeQuestionFile(dataDirectory: string): void {
  removeFiles(pathIn(dataDirectory))
}

function pathIn(dataDirectory: string): string {
  return join(dataDirectory, 'semantic.db')
}

function removeFiles(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}
