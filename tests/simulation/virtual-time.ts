/** Virtual time that jumps to the next event. Promises settle after each event, so that a run is deterministic. */

import { drainMicrotasks } from 'bun:jsc'

type Due = { readonly atMs: number; readonly order: number; readonly run: () => void }

export type Cancel = () => void

export class VirtualTime {
  nowMs = 0
  /** A binary heap ordered by time. */
  readonly #heap: Due[] = []
  readonly #cancelled = new Set<number>()
  #order = 0

  after(delayMs: number, run: () => void): Cancel {
    const order = this.#order++
    this.#push({ atMs: this.nowMs + delayMs, order, run })
    return () => this.#cancelled.add(order)
  }

  /** Runs until no event is left. Calls `onStep` after each event, with all promises settled. */
  run(onStep: () => void): void {
    for (let due = this.#pop(); due; due = this.#pop()) {
      if (this.#cancelled.delete(due.order)) continue
      this.nowMs = due.atMs
      due.run()
      drainMicrotasks()
      onStep()
    }
  }

  #push(due: Due): void {
    const heap = this.#heap
    let at = heap.push(due) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (isSooner(heap[parent]!, due)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = due
  }

  #pop(): Due | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isSooner(heap[child + 1]!, heap[child]!)) child++
      if (isSooner(last, heap[child]!)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
    return first
  }
}

function isSooner(left: Due, right: Due): boolean {
  return left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order)
}
