/** Remote procedure calls between two processes of one gateway. Messages of one microtask turn are sent together. */

/** Methods by name, with the types of their parameters and results. */
export type Methods = Record<string, { readonly params: unknown; readonly result: unknown }>

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly params: unknown }
  | { readonly kind: 'notify'; readonly name: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly reason: string }

type Pending = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }

/** `Outward` are the methods of the other process, `Inward` those of this one. */
export class RpcChannel<Outward extends Methods, Inward extends Methods> {
  readonly #handlers = new Map<string, (params: never) => unknown>()
  readonly #pending = new Map<number, Pending>()
  #outbox: Message[] = []
  #lastId = 0
  #isClosed = false

  constructor(private readonly send: (messages: readonly unknown[]) => void) {}

  handle<Name extends keyof Inward & string>(
    name: Name,
    handler: (params: Inward[Name]['params']) => Inward[Name]['result'] | Promise<Inward[Name]['result']>,
  ): void {
    this.#handlers.set(name, handler)
  }

  /** Rejects if the other process exits before it responds. */
  call<Name extends keyof Outward & string>(
    name: Name,
    params: Outward[Name]['params'],
  ): Promise<Outward[Name]['result']> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error('the other process has exited'))
      this.#pending.set(id, { resolve, reject })
      this.#enqueue({ kind: 'call', id, name, params })
    })
  }

  /** Sends a call without waiting for a result. */
  notify<Name extends keyof Outward & string>(name: Name, params: Outward[Name]['params']): void {
    if (!this.#isClosed) this.#enqueue({ kind: 'notify', name, params })
  }

  /** Call with the messages that the other side passed to `send`. */
  receive(messages: readonly unknown[]): void {
    // The other process has exited, and all calls are already settled.
    if (this.#isClosed) return
    for (const message of messages as readonly Message[]) {
      if (message.kind === 'call') void this.#reply(message.id, message.name, message.params)
      else if (message.kind === 'notify') void this.#run(message.name, message.params).catch(() => {})
      else this.#settle(message)
    }
  }

  /** Call when the other process has exited: rejects all pending calls. */
  close(): void {
    this.#isClosed = true
    for (const { reject } of this.#pending.values()) reject(new Error('the other process has exited'))
    this.#pending.clear()
    this.#outbox = []
  }

  #settle(message: Extract<Message, { kind: 'result' | 'error' }>): void {
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.kind === 'result') pending?.resolve(message.result)
    else pending?.reject(new Error(message.reason))
  }

  async #run(name: string, params: unknown): Promise<unknown> {
    const handler = this.#handlers.get(name)
    if (!handler) throw new Error(`no handler for ${name}`)
    return handler(params as never)
  }

  async #reply(id: number, name: string, params: unknown): Promise<void> {
    try {
      this.#enqueue({ kind: 'result', id, result: await this.#run(name, params) })
    } catch (error) {
      this.#enqueue({ kind: 'error', id, reason: String(error) })
    }
  }

  #enqueue(message: Message): void {
    if (this.#isClosed) return
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
      // The IPC channel is closed. Pending calls are rejected by `close()` once the exit is noticed.
    }
  }
}
