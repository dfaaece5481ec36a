/** A worker's bus: what one process says, its owner tells all others. */

import type { Bus } from '../../core/runtime/bus.ts'
import type { OwnerCalls } from './questions.ts'

export class OwnerBus implements Bus {
  readonly #listeners = new Map<string, (text: string) => void>()

  constructor(private readonly owner: OwnerCalls) {
    owner.answer('hear', ({ topic, text }) => {
      this.#listeners.get(topic)?.(text)
      return null
    })
  }

  publish(topic: string, text: string): void {
    this.owner.tell('say', { topic, text })
  }

  listen(topic: string, listener: (text: string) => void): void {
    this.#listeners.set(topic, listener)
  }
}
