/** Reads messages in their order of arrival, although a large one is parsed in a worker thread. */

import { asGatewayError, type GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { LargeBodies } from '../large/body-workers.ts'
import type { MessageJob, ReadMessage } from '../large/jobs.ts'

export type MessageReader = Pick<LargeBodies, 'isLarge' | 'message'>

/** A large message as the worker read it; null if it is not an event, or if the message is small. */
type Parsed = ReadMessage | GatewayError | null

export class OrderedMessages {
  #unreadBytes = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly bodies: MessageReader,
    private readonly from: MessageJob['from'],
  ) {}

  /** The size of the messages that wait for a large one to be parsed, including the large one. */
  get unreadBytes(): number {
    return this.#unreadBytes
  }

  /** Null if the message is small and no other waits: read it at once. Otherwise calls `read` in order of arrival. */
  wait<Result>(message: string, read: (isLarge: boolean, parsed: Parsed) => Awaitable<Result>): Promise<Result> | null {
    const isLarge = this.bodies.isLarge(message)
    if (!isLarge && this.#unreadBytes === 0) return null
    const parsing = isLarge ? this.bodies.message(message, this.from).catch(asGatewayError) : null
    this.#unreadBytes += message.length
    const reading = this.#last.then(async () => {
      const parsed = await parsing
      this.#unreadBytes -= message.length
      return read(isLarge, parsed)
    })
    this.#last = reading.catch(() => null)
    return reading
  }
}
