/** Checks that every tool call of a conversation has exactly one result, in the next turn. */

import { refuseUnless } from './wire-server.ts'

export class ToolTurns {
  #open = new Map<string, unknown>()
  /** The results of the last turn of calls, in order. */
  results: { input: unknown; text: string }[] = []

  call(id: string, input: unknown, where: string): void {
    refuseUnless(!this.#open.has(id), `${where}: the id ${id} is used twice`)
    this.#open.set(id, input)
  }

  result(id: string, text: string, where: string): void {
    refuseUnless(this.#open.has(id), `${where}: no call of the turn before has the id ${id}`)
    this.results.push({ input: this.#open.get(id), text })
    this.#open.delete(id)
  }

  /** Call at the end of the turn that must contain the results. */
  close(where: string): void {
    refuseUnless(this.#open.size === 0, `${where}: no result for ${[...this.#open.keys()].join(', ')}`)
  }

  /** Call at a user turn without tool results. Earlier results are discarded. */
  reset(): void {
    this.results = []
  }
}
