/**
 * The semantic cache: returns stored responses to similar questions within a partition, if the guard has no objection.
 */

import { LRUCache } from 'lru-cache'
import type { CachedResponse, CacheStore } from '../../core/ports.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import type { CacheAdmin, CacheSize, ShadowReport } from '../../core/semantic/cache-admin.ts'
import type { Embedder, EmbeddingOwner } from '../../core/semantic/embedder.ts'
import type { QuestionStore } from '../../core/semantic/question-store.ts'
import { cacheScope } from '../cache-key.ts'
import { type Embedding, Embeddings } from './embeddings.ts'
import type { Objection } from './guard/objection.ts'
import { StepLimit } from './guard/step-limit.ts'
import type { Candidate, Entry } from './index/partition.ts'
import { QuestionIndex } from './index/question-index.ts'
import { ShadowLog } from './shadow-log.ts'

/** Larger responses are cached for exact matches only. */
const MAX_RESPONSE_BYTES = 256 * 1024
/** Maximum number of served hits that feedback can still invalidate. */
const MAX_SERVED = 20_000
const FIRST_WORDS = 120
const EXPIRE_EVERY_MS = 60_000
/** Loading the word lists takes 100 ms. This delay keeps it out of both startup and the first hit. */
const LOAD_GUARD_AFTER_MS = 50

const loadGuard = () => import('./guard/objection.ts')

export type SemanticLookup = {
  readonly key: string
  readonly partition: string
  readonly text: string
  readonly namespace: string | null
  readonly traceId: string
  readonly owner: EmbeddingOwner
  readonly threshold: number
  readonly maxAgeMs: number
  readonly isShadow: boolean
  /** The client requests a new response. A matching entry is deleted. */
  readonly isRefresh: boolean
  /** False: the question must not be written to disk or shown. */
  readonly keepsBodies: boolean
}

export type Outcome = {
  readonly response: CachedResponse | null
  /** Shown in the timeline. */
  readonly reason: string
  /** Stores the response under this question. */
  readonly store: (answer: CachedResponse) => void
}

export type SemanticCacheParts = {
  readonly embedder: Embedder | null
  readonly answers: CacheStore
  /** Null: nothing is persisted. */
  readonly store: QuestionStore | null
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly nowMs: () => number
}

export class SemanticCache implements CacheAdmin {
  readonly #index: QuestionIndex
  readonly #embeddings: Embeddings | null
  readonly #shadow = new ShadowLog()
  /** Maps workspace and trace id of a served hit to the key of the served entry. */
  readonly #served = new LRUCache<string, string>(atMost(MAX_SERVED))
  readonly #timer: ReturnType<typeof setInterval>
  /** Resolves when the persisted questions have been loaded. */
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

  /** The persisted response to an identical request. Called if the in-memory cache has none. */
  async findExact(key: string, maxAgeMs: number): Promise<CachedResponse | undefined> {
    const entry = this.#index.get(key)
    if (!entry || this.#isStale(entry, maxAgeMs)) return undefined
    return this.#responseOf(entry)
  }

  async find(lookup: SemanticLookup): Promise<Outcome> {
    const refused = (reason: string): Outcome => ({ response: null, reason, store: () => {} })
    if (!this.#embeddings) return refused('no embedder, exact lookup only')
    if (QuestionIndex.sizeOf(lookup.text, 0) === null) return refused('the question is too long to be compared')
    const { inTime, whole } = await this.#embeddings.get(lookup.text, lookup.owner)
    const keep = (answer: CachedResponse) => void this.#keep(lookup, whole, answer)
    if (inTime.kind === 'none') return { response: null, reason: inTime.why, store: keep }
    const candidates = this.#index
      .search(lookup.partition, inTime.vector)
      .filter(({ question }) => !this.#isStale(question, lookup.maxAgeMs))
    return { store: keep, ...(await this.#choose(lookup, candidates)) }
  }

  onFeedback(workspaceId: string, traceId: string, value: number): void {
    if (value >= 0) return
    const servedKey = `${workspaceId}\0${traceId}`
    const key = this.#served.get(servedKey)
    if (key === undefined) return
    this.#served.delete(servedKey)
    this.#drop([key])
  }

  size(workspaceId: string | null): CacheSize {
    return this.#index.size(workspaceId)
  }

  shadow(workspaceId: string | null, limit: number): ShadowReport {
    return this.#shadow.report(workspaceId, limit)
  }

  async purge(workspaceId: string, namespace: string | null): Promise<number> {
    // Entries that are loaded after the purge would survive it.
    await this.loaded
    const keys = new Set(this.#index.purge(workspaceId, namespace))
    if (namespace === null) this.#shadow.forget(workspaceId)
    try {
      return Math.max(keys.size, await this.parts.answers.purge(cacheScope(workspaceId, namespace)))
    } finally {
      await this.parts.store?.purge(workspaceId, namespace)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.parts.embedder?.close()
    await this.parts.store?.close()
  }

  /** Chooses the most similar question without an objection. */
  async #choose(
    lookup: SemanticLookup,
    candidates: readonly Candidate[],
  ): Promise<Pick<Outcome, 'response' | 'reason'>> {
    const near = candidates.filter(({ similarity }) => similarity >= lookup.threshold)
    const chosen = near.length === 0 ? undefined : await applyGuard(lookup.text, near)
    if (lookup.isShadow) this.#noteShadow(lookup, chosen)
    if (chosen === undefined) {
      const best = candidates[0]
      const nearest = best ? `nearest ${describe(best)}, threshold ${lookup.threshold}` : 'nothing to compare with'
      return { response: null, reason: `semantic miss: ${nearest}` }
    }
    const { candidate, objection } = chosen
    const matched = `${describe(candidate)}, threshold ${lookup.threshold}`
    if (objection !== null)
      return { response: null, reason: `semantic miss: ${matched}; guard: ${loggable(objection, lookup.keepsBodies)}` }
    if (lookup.isRefresh) {
      this.#drop([candidate.question.key])
      return { response: null, reason: `refresh requested: deleted the entry with ${matched}` }
    }
    if (lookup.isShadow) return { response: null, reason: `shadow: would be a semantic hit: ${matched}` }
    const answer = await this.#responseOf(candidate.question)
    if (!answer) return { response: null, reason: `semantic miss: the stored response was deleted: ${matched}` }
    this.#index.touch(candidate.question)
    this.#served.set(`${lookup.owner.workspaceId}\0${lookup.traceId}`, candidate.question.key)
    const ageSeconds = Math.round((this.parts.nowMs() - candidate.question.storedAtMs) / 1000)
    return { response: answer, reason: `semantic hit: ${matched}; guard: no objection; stored ${ageSeconds} s ago` }
  }

  #noteShadow(lookup: SemanticLookup, chosen: GuardResult | undefined): void {
    const { owner, keepsBodies, threshold, traceId } = lookup
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
      objection: objection === null ? null : loggable(objection, keepsBodies),
      asked: words(lookup.text),
      kept: words(candidate.question.text),
    })
  }

  async #keep(lookup: SemanticLookup, whole: Promise<Embedding>, answer: CachedResponse): Promise<void> {
    if (answer.body.length > MAX_RESPONSE_BYTES || callsTools(answer.body)) return
    const embedding = await whole
    if (embedding.kind === 'none') return
    const { key, partition, text, namespace, traceId, owner, maxAgeMs, keepsBodies } = lookup
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

  async #responseOf(entry: Entry): Promise<CachedResponse | undefined> {
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
          // Entries added since startup are newer.
          if (this.#index.get(question.key)) continue
          this.#embeddings?.expectSize(question.vector.length)
          this.#index.add(question)
        }
      })
      .catch(() => {
        // An unreadable store is treated as empty.
      })
  }
}

type GuardResult = { readonly candidate: Candidate; readonly objection: Objection | null }

/** The first candidate without an objection, or the nearest if all have one. All comparisons share one step limit. */
async function applyGuard(text: string, near: readonly Candidate[]): Promise<GuardResult | undefined> {
  const { objectionTo } = await loadGuard()
  const steps = new StepLimit()
  let nearest: GuardResult | undefined
  for (const candidate of near) {
    const result = { candidate, objection: objectionTo(text, candidate.question.text, steps) }
    if (result.objection === null) return result
    nearest ??= result
  }
  return nearest
}

function describe({ similarity, question }: Candidate): string {
  return `similarity ${similarity.toFixed(4)} to the question of trace ${question.traceId}`
}

/** Tool arguments depend on the exact wording, so responses with tool calls are cached for exact matches only. */
function callsTools(body: Uint8Array): boolean {
  return TOOL_CALL.test(new TextDecoder().decode(body))
}

/** Chat and Gemini have a member for tool calls. Messages (`tool_use`) and Responses (`*_call`) have types for them. */
const TOOL_CALL =
  /"(?:tool_calls|function_call|functionCall)"\s*:\s*(?:\[\s*\{|\{)|"type"\s*:\s*"(?:(?:server_|mcp_)?tool_use|[a-z_]{1,32}_call)"/

/** Without the details, which may contain words of the questions, if the workspace does not log bodies. */
function loggable({ kind, details }: Objection, keepsBodies: boolean): string {
  return keepsBodies && details !== null ? `${kind}: ${details}` : kind
}
