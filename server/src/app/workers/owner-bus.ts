/** Bus of a worker: the owner process relays each message to all other processes. */

import type { Bus } from '../../core/runtime/bus.ts'
import type { OwnerChannel } from './rpc-methods.ts'

export class OwnerBus implements Bus {
  readonly #listeners = new Map<string, (text: string) => void>()

  constructor(private readonly owner: OwnerChannel) {
    owner.handle('deliver', ({ topic, text }) => {
      this.#listeners.get(topic)?.(text)
      return null
    })
  }

  publish(topic: string, text: string): void {
    this.owner.notify('publish', { topic, text })
  }

  listen(topic: string, listener: (text: string) => void): void {
    this.#listeners.set(topic, listener)
  }
}
