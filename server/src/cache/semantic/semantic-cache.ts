/** Answers similar questions: partitioned before it compares, guarded after, and silent where it is not sure. */

import { LRUCache } from 'lru-cache'
import type { CachedResponse, CacheStore } from '../../core/ports.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import type { CacheAdmin, CacheSize, ShadowReport } from '../../core/semantic/cache-admin.ts'
import type { Embedder, EmbeddingOwner } from '../../core/semantic/embedder.ts'
import type { QuestionStore } from '../../core/semantic/question-store.ts'
import { cacheScope } from '../cache-key.ts'
import { type Embedding, Embeddings } from './embeddings.ts'
import { StepLimit } from './guard/step-limit.ts'
import type { Candidate, Entry } from './index/partition.ts'
import { QuestionIndex } from './index/question-index.ts'
import { ShadowLog } from './shadow-log.ts'

/** Answers larger than this are kept for equal requests only. */
const MAX_ANSWER_BYTES = 256 * 1024
/** Served hits that feedback can still find. */
const MAX_SERVED = 20_000
const FIRST_WORDS = 120
const EXPIRE_EVERY_MS = 60_000
/** Its word lists take a tenth of a second: not of the start's, and not of the first hit's. */
const LOAD_GUARD_AFTER_MS = 50

const loadGuard = () => import('./guard/objection.ts')

export type Asked = {
  readonly key: string
  readonly partition: string
  readonly text: string
  readonly namespace: string | null
  readonly traceId: string
  readonly owner: EmbeddingOwner
  readonly threshold: number
  readonly maxAgeMs: number
  readonly isShadow: boolean
  /** The caller wants a new answer: whatever would have been served goes. */
  readonly isRefresh: boolean
  /** False: the question must neither be written to disk nor shown. */
  readonly keepsBodies: boolean
}

export type Outcome = {
  readonly answer: CachedResponse | null
  /** For the timeline. */
  readonly reason: string
  /** Keeps the answer under this question, once it is there. */
  readonly keep: (answer: CachedResponse) => void
}

export type SemanticCacheParts = {
  readonly embedder: Embedder | null
  readonly answers: CacheStore
  /** Null: nothing outlives the process. */
  readonly store: QuestionStore | null
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly nowMs: () => number
}

export class SemanticCache implements CacheAdmin {
  readonly #index: QuestionIndex
  readonly #embeddings: Embeddings | null
  readonly #shadow = new ShadowLog()
  /** Workspace and trace id of a served hit -> key of what was served. */
  readonly #served = new LRUCache<string, string>(atMost(MAX_SERVED))
  readonly #timer: ReturnType<typeof setInterval>
  /** Resolves when what was kept on disk can be found again. */
  readonly loaded: Promise<void>

  constructor(private readonly parts: SemanticCacheParts) {
    const { embedder, store, maxBytes, timeoutMs, nowMs } = parts
    this.#embeddings = embedder && new Embeddings(embedder, timeoutMs)
    this.#index = new QuestionIndex(maxBytes, (keys) => store?.remove(keys))
    this.#timer = setInterval(() => this.#index.expire(nowMs()), EXPIRE_EVERY_MS)
    this.#timer.unref()
    this.loaded = embedder && store ? this.#load(store) : Promise.resolve()
    if (embedder) setTimeout(() => void loadGuard(), LOAD_GUARD_AFTER_MS).unref()
  }

  get embedder(): string | null {
    return this.parts.embedder?.identity ?? null
  }

  /** The answer to the very same request, from an earlier start; what is in memory was asked before. */
  async findExact(key: string, maxAgeMs: number): Promise<CachedResponse | undefined> {
    const entry = this.#index.get(key)
    if (!entry || this.#isStale(entry, maxAgeMs)) return undefined
    return this.#answerOf(entry)
  }

  async ask(asked: Asked): Promise<Outcome> {
    const refused = (reason: string): Outcome => ({ answer: null, reason, keep: () => {} })
    if (!this.#embeddings) return refused('no embedder, exact look-up only')
    if (QuestionIndex.sizeOf(asked.text, 0) === null) return refused('the question is too long to be compared')
    const { inTime, whole } = await this.#embeddings.ask(asked.text, asked.owner)
    const keep = (answer: CachedResponse) => void this.#keep(asked, whole, answer)
    if (inTime.kind === 'none') return { answer: null, reason: inTime.why, keep }
    const candidates = this.#index
      .search(asked.partition, inTime.vector)
      .filter(({ question }) => !this.#isStale(question, asked.maxAgeMs))
    return { keep, ...(await this.#judge(asked, candidates)) }
  }

  onFeedback(workspaceId: string, traceId: string, value: number): void {
    if (value >= 0) return
    const place = `${workspaceId}\0${traceId}`
    const key = this.#served.get(place)
    if (key === undefined) return
    this.#served.delete(place)
    this.#drop([key])
  }

  size(workspaceId: string | null): CacheSize {
    return this.#index.size(workspaceId)
  }

  shadow(workspaceId: string | null, limit: number): ShadowReport {
    return this.#shadow.report(workspaceId, limit)
  }

  async purge(workspaceId: string, namespace: string | null): Promise<number> {
    const keys = new Set(this.#index.purge(workspaceId, namespace))
    this.parts.store?.remove([...keys])
    if (namespace === null) this.#shadow.forget(workspaceId)
    return Math.max(keys.size, await this.parts.answers.purge(cacheScope(workspaceId, namespace)))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.parts.embedder?.close()
    await this.parts.store?.close()
  }

  /** The nearest to which the guard has no objection. */
  async #judge(asked: Asked, candidates: readonly Candidate[]): Promise<Pick<Outcome, 'answer' | 'reason'>> {
    const near = candidates.filter(({ similarity }) => similarity >= asked.threshold)
    const chosen = near.length === 0 ? undefined : await chooseAmong(asked.text, near)
    if (asked.isShadow) this.#noteShadow(asked, chosen)
    if (chosen === undefined) {
      const best = candidates[0]
      const nearest = best ? `nearest ${inWords(best)}, threshold ${asked.threshold}` : 'nothing to compare with'
      return { answer: null, reason: `semantic miss: ${nearest}` }
    }
    const { candidate, objection } = chosen
    const matched = `${inWords(candidate)}, threshold ${asked.threshold}`
    if (objection !== null) return { answer: null, reason: `semantic miss: ${matched}; guard: ${objection}` }
    if (asked.isRefresh) {
      this.#drop([candidate.question.key])
      return { answer: null, reason: `refresh asked for: ${matched} is forgotten` }
    }
    if (asked.isShadow) return { answer: null, reason: `shadow: would be a semantic hit: ${matched}` }
    const answer = await this.#answerOf(candidate.question)
    if (!answer) return { answer: null, reason: `semantic miss: the answer is gone: ${matched}` }
    this.#index.touch(candidate.question)
    this.#served.set(`${asked.owner.workspaceId}\0${asked.traceId}`, candidate.question.key)
    const ageSeconds = Math.round((this.parts.nowMs() - candidate.question.storedAtMs) / 1000)
    return { answer, reason: `semantic hit: ${matched}; guard: no objection; stored ${ageSeconds} s ago` }
  }

  #noteShadow(asked: Asked, chosen: Judged | undefined): void {
    const { owner, keepsBodies, threshold, traceId } = asked
    if (chosen === undefined) return this.#shadow.note(owner.workspaceId, null)
    const { candidate, objection } = chosen
    const words = (text: string) => (keepsBodies ? text.slice(0, FIRST_WORDS) : null)
    this.#shadow.note(owner.workspaceId, {
      atMs: this.parts.nowMs(),
      workspaceId: owner.workspaceId,
      traceId,
      matchedTraceId: candidate.question.traceId,
      similarity: candidate.similarity,
      threshold,
      objection: keepsBodies ? objection : (objection?.replace(/:.*/s, '') ?? null),
      asked: words(asked.text),
      kept: words(candidate.question.text),
    })
  }

  async #keep(asked: Asked, whole: Promise<Embedding>, answer: CachedResponse): Promise<void> {
    if (answer.body.length > MAX_ANSWER_BYTES || callsTools(answer.body)) return
    const embedding = await whole
    if (embedding.kind === 'none') return
    const { key, partition, text, namespace, traceId, owner, maxAgeMs, keepsBodies } = asked
    const question = {
      key,
      partition,
      workspaceId: owner.workspaceId,
      namespace,
      text,
      vector: embedding.vector,
      traceId,
      storedAtMs: answer.storedAtMs,
      expiresAtMs: answer.storedAtMs + maxAgeMs,
      answerBytes: answer.body.length,
    }
    if (this.#index.add(question) && keepsBodies) this.parts.store?.put(question, answer)
  }

  async #answerOf(entry: Entry): Promise<CachedResponse | undefined> {
    const answer = (await this.parts.answers.get(entry.key)) ?? (await this.parts.store?.readResponse(entry.key))
    if (!answer) this.#drop([entry.key])
    return answer
  }

  #isStale(entry: Entry, maxAgeMs: number): boolean {
    const nowMs = this.parts.nowMs()
    return entry.expiresAtMs <= nowMs || nowMs - entry.storedAtMs > maxAgeMs
  }

  #drop(keys: readonly string[]): void {
    for (const key of keys) this.#index.remove(key)
    this.parts.store?.remove(keys)
  }

  async #load(store: QuestionStore): Promise<void> {
    await store
      .load((some) => {
        for (const question of some) {
          // What was asked since the start is newer.
          if (this.#index.get(question.key)) continue
          this.#embeddings?.expectSize(question.vector.length)
          this.#index.add(question)
        }
      })
      .catch(() => {
        // A cache that cannot be read is a cache that is empty.
      })
  }
}

type Judged = { readonly candidate: Candidate; readonly objection: string | null }

/** The first without an objection, else the nearest. All comparisons of a look-up share one step limit. */
async function chooseAmong(text: string, near: readonly Candidate[]): Promise<Judged | undefined> {
  const { objectionTo } = await loadGuard()
  const steps = new StepLimit()
  let nearest: Judged | undefined
  for (const candidate of near) {
    const judged = { candidate, objection: objectionTo(text, candidate.question.text, steps) }
    if (judged.objection === null) return judged
    nearest ??= judged
  }
  return nearest
}

function inWords({ similarity, question }: Candidate): string {
  return `similarity ${similarity.toFixed(4)} to the question of trace ${question.traceId}`
}

/** What a tool is called with comes from the exact words: such answers are given to equal requests only. */
function callsTools(body: Uint8Array): boolean {
  return /"(?:tool_calls|function_call)"\s*:\s*(?:\[\s*\{|\{)/.test(new TextDecoder().decode(body))
}
