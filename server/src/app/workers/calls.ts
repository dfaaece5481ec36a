/** Questions and answers between two processes of one gateway; what is said in one turn travels together. */

/** By name: what is asked and what is answered. */
export type Questions = Record<string, { readonly asked: unknown; readonly answered: unknown }>

type Message =
  | { readonly kind: 'ask'; readonly ticket: number; readonly name: string; readonly asked: unknown }
  | { readonly kind: 'tell'; readonly name: string; readonly asked: unknown }
  | { readonly kind: 'answer'; readonly ticket: number; readonly answered: unknown }
  | { readonly kind: 'refuse'; readonly ticket: number; readonly reason: string }

type Waiting = { readonly resolve: (answered: unknown) => void; readonly reject: (error: Error) => void }

/** `Outward` is what this side may ask, `Inward` what it is asked. */
export class Calls<Outward extends Questions, Inward extends Questions> {
  readonly #handlers = new Map<string, (asked: never) => unknown>()
  readonly #waiting = new Map<number, Waiting>()
  #outbox: Message[] = []
  #lastTicket = 0
  #isEnded = false

  constructor(private readonly send: (messages: readonly unknown[]) => void) {}

  answer<Name extends keyof Inward & string>(
    name: Name,
    handler: (asked: Inward[Name]['asked']) => Inward[Name]['answered'] | Promise<Inward[Name]['answered']>,
  ): void {
    this.#handlers.set(name, handler)
  }

  /** Rejects when the other process ends before it answers. */
  ask<Name extends keyof Outward & string>(
    name: Name,
    asked: Outward[Name]['asked'],
  ): Promise<Outward[Name]['answered']> {
    const ticket = ++this.#lastTicket
    return new Promise((resolve, reject) => {
      if (this.#isEnded) return reject(new Error('the other process has ended'))
      this.#waiting.set(ticket, { resolve, reject })
      this.#post({ kind: 'ask', ticket, name, asked })
    })
  }

  /** Nobody waits for an answer. */
  tell<Name extends keyof Outward & string>(name: Name, asked: Outward[Name]['asked']): void {
    if (!this.#isEnded) this.#post({ kind: 'tell', name, asked })
  }

  /** To be called with what `send` of the other side was given. */
  receive(messages: readonly unknown[]): void {
    // What a dead process had asked for is settled already.
    if (this.#isEnded) return
    for (const message of messages as readonly Message[]) {
      if (message.kind === 'ask') void this.#reply(message.ticket, message.name, message.asked)
      else if (message.kind === 'tell') void this.#run(message.name, message.asked).catch(() => {})
      else this.#settle(message)
    }
  }

  /** The other process is gone. */
  end(): void {
    this.#isEnded = true
    for (const { reject } of this.#waiting.values()) reject(new Error('the other process has ended'))
    this.#waiting.clear()
    this.#outbox = []
  }

  #settle(message: Extract<Message, { kind: 'answer' | 'refuse' }>): void {
    const waiting = this.#waiting.get(message.ticket)
    this.#waiting.delete(message.ticket)
    if (message.kind === 'answer') waiting?.resolve(message.answered)
    else waiting?.reject(new Error(message.reason))
  }

  async #run(name: string, asked: unknown): Promise<unknown> {
    const handler = this.#handlers.get(name)
    if (!handler) throw new Error(`nobody answers ${name}`)
    return handler(asked as never)
  }

  async #reply(ticket: number, name: string, asked: unknown): Promise<void> {
    try {
      this.#post({ kind: 'answer', ticket, answered: await this.#run(name, asked) })
    } catch (error) {
      this.#post({ kind: 'refuse', ticket, reason: String(error) })
    }
  }

  #post(message: Message): void {
    if (this.#isEnded) return
    this.#outbox.push(message)
    if (this.#outbox.length === 1) queueMicrotask(() => this.#flush())
  }

  #flush(): void {
    const messages = this.#outbox
    this.#outbox = []
    if (messages.length === 0) return
    try {
      this.send(messages)
    } catch {
      // The line is cut; whoever waits is told when the end of the process is noticed.
    }
  }
}
