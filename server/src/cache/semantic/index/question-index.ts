/** All partitions of the semantic cache, with a common memory limit and LRU eviction. */

import type { CacheSize } from '../../../core/semantic/cache-admin.ts'
import type { StoredQuestion } from '../../../core/semantic/question-store.ts'
import { type Candidate, type Entry, GRAPH_DIMENSIONS, Partition } from './partition.ts'

/** Maximum size of an entry without its response. */
export const MAX_ENTRY_BYTES = 4_096
/** Estimated overhead: objects, map entries, key, trace id. */
const FIXED_BYTES = 500
/** Estimated size of a vector's links in the graph. */
const LINK_BYTES = 200
/** Responses are stored on disk. Their limit is this many times the memory limit of the questions. */
const ANSWER_SHARE = 8

export class QuestionIndex {
  readonly #partitions = new Map<string, Partition>()
  /** By key, least recently used first. */
  readonly #entries = new Map<string, Entry>()
  #sizeBytes = 0
  #answerBytes = 0

  constructor(
    private readonly maxBytes: number,
    private readonly onEvicted: (keys: readonly string[]) => void,
  ) {}

  /** Null if the entry would be too large. */
  static sizeOf(text: string, dimensions: number): number | null {
    // Vector and sign bits with 25 % spare capacity, plus the graph's copy.
    const vectorBytes = Math.ceil(dimensions * 1.125 * 1.25)
    const graphBytes = dimensions > GRAPH_DIMENSIONS ? 0 : dimensions + LINK_BYTES
    const bytes = FIXED_BYTES + vectorBytes + graphBytes + textBytes(text)
    return bytes > MAX_ENTRY_BYTES ? null : bytes
  }

  add(question: StoredQuestion): boolean {
    const { vector, ...entry } = question
    const sizeBytes = QuestionIndex.sizeOf(question.text, vector.length)
    if (sizeBytes === null) return false
    this.remove(entry.key)
    let partition = this.#partitions.get(entry.partition)
    if (partition && partition.dimensions !== vector.length) return false
    if (!partition) {
      partition = new Partition(vector.length)
      this.#partitions.set(entry.partition, partition)
    }
    partition.add(entry, vector)
    this.#entries.set(entry.key, entry)
    this.#sizeBytes += sizeBytes
    this.#answerBytes += entry.answerBytes
    this.#makeRoom()
    return true
  }

  search(partition: string, vector: Int8Array): Candidate[] {
    const found = this.#partitions.get(partition)
    return found && found.dimensions === vector.length ? found.search(vector) : []
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  /** Marks the entry as recently used. */
  touch(entry: Entry): void {
    if (this.#entries.delete(entry.key)) this.#entries.set(entry.key, entry)
  }

  remove(key: string): boolean {
    const entry = this.#entries.get(key)
    if (!entry) return false
    const partition = this.#partitions.get(entry.partition)
    this.#entries.delete(key)
    this.#sizeBytes -= QuestionIndex.sizeOf(entry.text, partition?.dimensions ?? 0) ?? 0
    this.#answerBytes -= entry.answerBytes
    partition?.remove(key)
    if (partition?.size === 0) this.#partitions.delete(entry.partition)
    return true
  }

  /** Returns the removed keys. */
  purge(workspaceId: string, namespace: string | null): string[] {
    const keys = [...this.#entries.values()]
      .filter((entry) => entry.workspaceId === workspaceId && (namespace === null || entry.namespace === namespace))
      .map((entry) => entry.key)
    for (const key of keys) this.remove(key)
    return keys
  }

  expire(nowMs: number): void {
    const keys = [...this.#entries.values()].filter((entry) => entry.expiresAtMs <= nowMs).map((entry) => entry.key)
    for (const key of keys) this.remove(key)
    if (keys.length > 0) this.onEvicted(keys)
  }

  size(workspaceId: string | null): CacheSize {
    if (workspaceId === null) {
      const [entries, partitions] = [this.#entries.size, this.#partitions.size]
      return { entries, partitions, sizeBytes: this.#sizeBytes, answerBytes: this.#answerBytes }
    }
    const own = [...this.#entries.values()].filter((entry) => entry.workspaceId === workspaceId)
    return {
      entries: own.length,
      partitions: new Set(own.map((entry) => entry.partition)).size,
      sizeBytes: own.reduce(
        (sum, { text, partition }) =>
          sum + (QuestionIndex.sizeOf(text, this.#partitions.get(partition)?.dimensions ?? 0) ?? 0),
        0,
      ),
      answerBytes: own.reduce((sum, { answerBytes }) => sum + answerBytes, 0),
    }
  }

  #makeRoom(): void {
    const evicted: string[] = []
    for (const key of this.#entries.keys()) {
      if (this.#sizeBytes <= this.maxBytes && this.#answerBytes <= this.maxBytes * ANSWER_SHARE) break
      this.remove(key)
      evicted.push(key)
    }
    if (evicted.length > 0) this.onEvicted(evicted)
  }
}

/** The runtime stores Latin-1 strings with one byte per character, others with two. */
function textBytes(text: string): number {
  return /^[\0-\xff]*$/.test(text) ? text.length : 2 * text.length
}
