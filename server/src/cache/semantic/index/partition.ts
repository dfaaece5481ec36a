/** The questions of one partition, searched by vector similarity. */

import type { StoredQuestion } from '../../../core/semantic/question-store.ts'
import { type Graph, makeGraph } from './graph.ts'
import { countBits, lengthOf, productAt, signsOf } from './vectors.ts'

export type Candidate = { readonly question: Entry; readonly similarity: number }

/** The vectors are stored in one array of the partition. */
export type Entry = Omit<StoredQuestion, 'vector'>

/** Partitions up to this size compare every vector exactly. */
const EXACT_UP_TO = 512
/** In larger partitions, the graph or the sign bits preselect about this many vectors for exact comparison. */
const CLOSER_LOOK = 48
/** Partitions of this size or more use the HNSW graph. */
const GRAPH_FROM = 4_096
/** Without a graph, the sign bits of at most this many vectors are compared, which takes about 5 ms. */
const MAX_SCANNED = 200_000
/** Larger vectors are not copied into a graph, to save memory. Sign bits preselect them. */
export const GRAPH_DIMENSIONS = 1_024
/** 32-bit words of sign bits per vector. These 512 bits separate vectors well enough for preselection. */
const MAX_SIGN_WORDS = 16
/** Vectors inserted into a new graph per event loop turn: about a millisecond. */
const MOVED_AT_ONCE = 4
const NEAREST = 4

export class Partition {
  #entries: Entry[] = []
  #ids: number[] = []
  #lengths: number[] = []
  #nextId = 0
  readonly #slots = new Map<string, number>()
  readonly #slotOfId = new Map<number, number>()
  #vectors: Int8Array
  #signs: Uint32Array
  readonly #signWords: number
  #graph: Graph | null = null
  /** Ids below this value are in the graph. */
  #inGraph = 0
  #isMoving = false

  constructor(
    readonly dimensions: number,
    private readonly graphFrom = GRAPH_FROM,
  ) {
    this.#signWords = Math.min(MAX_SIGN_WORDS, Math.ceil(dimensions / 32))
    this.#vectors = new Int8Array(4 * dimensions)
    this.#signs = new Uint32Array(4 * this.#signWords)
  }

  get size(): number {
    return this.#entries.length
  }

  /** True while vectors are being inserted into the graph. */
  get isMoving(): boolean {
    return this.#isMoving
  }

  add(entry: Entry, vector: Int8Array): void {
    this.remove(entry.key)
    const slot = this.#entries.length
    this.#reserve(slot + 1)
    this.#vectors.set(vector, slot * this.dimensions)
    this.#signs.set(signsOf(vector).subarray(0, this.#signWords), slot * this.#signWords)
    const id = this.#nextId++
    this.#entries.push(entry)
    this.#ids.push(id)
    this.#lengths.push(lengthOf(vector))
    this.#slots.set(entry.key, slot)
    this.#slotOfId.set(id, slot)
    if (this.#graph && this.#inGraph === id) {
      this.#graph.add(id, vector)
      this.#inGraph = id + 1
    } else if (this.#entries.length >= this.graphFrom) this.#moveToGraph()
  }

  remove(key: string): boolean {
    const slot = this.#slots.get(key)
    if (slot === undefined) return false
    const id = this.#ids[slot]!
    if (this.#graph && id < this.#inGraph) this.#graph.remove(id)
    this.#slots.delete(key)
    this.#slotOfId.delete(id)
    const last = this.#entries.length - 1
    const [entry, lastId, length] = [this.#entries.pop(), this.#ids.pop(), this.#lengths.pop()]
    if (slot === last || !entry || lastId === undefined || length === undefined) return true
    this.#entries[slot] = entry
    this.#ids[slot] = lastId
    this.#lengths[slot] = length
    this.#slots.set(entry.key, slot)
    this.#slotOfId.set(lastId, slot)
    this.#vectors.copyWithin(slot * this.dimensions, last * this.dimensions, (last + 1) * this.dimensions)
    this.#signs.copyWithin(slot * this.#signWords, last * this.#signWords, (last + 1) * this.#signWords)
    return true
  }

  /** The nearest candidates, nearest first. */
  search(vector: Int8Array): Candidate[] {
    const length = lengthOf(vector)
    const found = this.#slotsNear(vector).map((slot) => ({
      question: this.#entries[slot]!,
      similarity: productAt(vector, this.#vectors, slot * this.dimensions) / (length * this.#lengths[slot]!),
    }))
    return found.sort((a, b) => b.similarity - a.similarity).slice(0, NEAREST)
  }

  #slotsNear(vector: Int8Array): number[] {
    const { length } = this.#entries
    if (length <= EXACT_UP_TO) return Array.from({ length }, (_, slot) => slot)
    if (this.#graph && this.#inGraph === this.#nextId) {
      const near = this.#graph.search(vector, CLOSER_LOOK).map((id) => this.#slotOfId.get(id))
      return near.filter((slot) => slot !== undefined)
    }
    return this.#slotsBySigns(signsOf(vector))
  }

  /** Counting sort by Hamming distance. */
  #slotsBySigns(query: Uint32Array): number[] {
    const words = this.#signWords
    const count = this.#entries.length
    const distances = new Uint16Array(count)
    const tally = new Uint32Array(words * 32 + 1)
    const first = Math.max(0, count - MAX_SCANNED)
    for (let slot = first, place = first * words; slot < count; slot++) {
      let distance = 0
      for (let word = 0; word < words; word++, place++) distance += countBits(this.#signs[place]! ^ query[word]!)
      distances[slot] = distance
      tally[distance] = tally[distance]! + 1
    }
    let limit = 0
    for (let seen = 0; limit < tally.length; limit++) {
      seen += tally[limit]!
      if (seen >= CLOSER_LOOK) break
    }
    const near: number[] = []
    for (let slot = first; slot < count && near.length < 2 * CLOSER_LOOK; slot++) {
      if (distances[slot]! <= limit) near.push(slot)
    }
    return near
  }

  #reserve(count: number): void {
    if (count * this.dimensions <= this.#vectors.length) return
    const room = Math.ceil(count * 1.25)
    const vectors = new Int8Array(room * this.dimensions)
    vectors.set(this.#vectors)
    this.#vectors = vectors
    const signs = new Uint32Array(room * this.#signWords)
    signs.set(this.#signs)
    this.#signs = signs
  }

  /** Inserts in small batches, so that requests are not blocked. Sign bits are used until the graph is complete. */
  #moveToGraph(): void {
    if (this.#isMoving) return
    if (this.dimensions <= GRAPH_DIMENSIONS) this.#graph ??= makeGraph(this.dimensions)
    if (!this.#graph) return
    this.#isMoving = true
    const graph = this.#graph
    const step = () => {
      for (let moved = 0; moved < MOVED_AT_ONCE && this.#inGraph < this.#nextId; this.#inGraph++) {
        const slot = this.#slotOfId.get(this.#inGraph)
        if (slot === undefined) continue
        graph.add(this.#inGraph, this.#vectors.slice(slot * this.dimensions, (slot + 1) * this.dimensions))
        moved++
      }
      if (this.#inGraph < this.#nextId) setImmediate(step)
      else this.#isMoving = false
    }
    setImmediate(step)
  }
}
