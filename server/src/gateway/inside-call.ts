/** Requests the gateway makes to itself: the whole way of a request, in a workspace's name, without a key. */

import { type Caller, NO_DEFAULTS } from '../core/caller.ts'
import type { EmbeddingOwner } from '../core/semantic/embedder.ts'
import { Directory } from './directory.ts'
import { type GatewayPorts, handle } from './handle.ts'

const NO_KEYS = {
  findCaller: async () => undefined,
  findCallerIn: async () => undefined,
  recordUses: async () => {},
}

/** Who asks from the inside, as the records show it. */
const INSIDE = { keyId: 'semantic-cache', keyName: 'semantic cache' }

/** Knows only those who are let in from the inside; requests from outside never meet it. */
class InsideDirectory extends Directory {
  readonly #callers = new Map<string, Caller>()

  constructor() {
    super(NO_KEYS, (secret) => secret)
  }

  /** The word by which the owner is known for one call. */
  admit({ organisationId, workspaceId, logBodies }: EmbeddingOwner): string {
    const word = Bun.randomUUIDv7()
    this.#callers.set(word, {
      ...INSIDE,
      kind: 'workspace',
      organisationId,
      workspaceId,
      scopes: new Set(),
      allowInference: true,
      expiresAtMs: null,
      defaults: NO_DEFAULTS,
      logBodies,
      createdBy: null,
    })
    return word
  }

  dismiss(word: string): void {
    this.#callers.delete(word)
  }

  override findKey(word: string): Caller | undefined {
    return this.#callers.get(word)
  }

  override noteUse(): void {}
}

export type InsidePost = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly owner: EmbeddingOwner
}

export class InsideCalls {
  readonly #directory = new InsideDirectory()

  constructor(private readonly ports: () => GatewayPorts) {}

  async post({ path, headers, body, owner }: InsidePost): Promise<Response> {
    const word = this.#directory.admit(owner)
    try {
      const request = new Request(`http://inside${path}`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(body.length),
          'x-gateway-api-key': word,
        },
        body: new Uint8Array(body),
      })
      return await handle(request, { ...this.ports(), directory: this.#directory })
    } finally {
      this.#directory.dismiss(word)
    }
  }

  close(): Promise<void> {
    return this.#directory.close()
  }
}
