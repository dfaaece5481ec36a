/** Follows the tool calls of a conversation: every call is answered once, in the turn after it, and nothing else is. */

import { refuseUnless } from './wire-server.ts'

export class ToolTurns {
  #open = new Map<string, unknown>()
  /** What the last answered turn of calls brought, in the order of the results. */
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

  /** At the end of the turn that must bring the results. */
  close(where: string): void {
    refuseUnless(this.#open.size === 0, `${where}: no result for ${[...this.#open.keys()].join(', ')}`)
  }

  /** A turn of the user that is not of results: the story goes on from there. */
  moveOn(): void {
    this.results = []
  }
}
