/** Requests that the gateway sends to itself, through the whole pipeline, for a workspace and without a key. */

import { type Caller, NO_DEFAULTS } from '../core/caller.ts'
import type { EmbeddingOwner } from '../core/semantic/embedder.ts'
import { Directory } from './admit/directory.ts'
import { type GatewayPorts, handle } from './pipeline.ts'

const NO_KEYS = {
  findCaller: async () => undefined,
  findCallerIn: async () => undefined,
  recordUses: async () => {},
}

/** The sender in the records. */
const SENDER = { keyId: 'semantic-cache', keyName: 'semantic cache' }

/** Knows only the callers of internal requests. Requests from outside never use it. */
class InternalDirectory extends Directory {
  readonly #callers = new Map<string, Caller>()

  constructor() {
    super(NO_KEYS, (secret) => secret)
  }

  /** Returns a one-time key for the owner. */
  admit({ organisationId, workspaceId, logBodies }: EmbeddingOwner): string {
    const key = Bun.randomUUIDv7()
    this.#callers.set(key, {
      ...SENDER,
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
    return key
  }

  dismiss(key: string): void {
    this.#callers.delete(key)
  }

  override findKey(key: string): Caller | undefined {
    return this.#callers.get(key)
  }

  override noteUse(): void {}
}

export type InternalPost = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly owner: EmbeddingOwner
}

export class InternalRequests {
  readonly #directory = new InternalDirectory()

  constructor(private readonly ports: () => GatewayPorts) {}

  async post({ path, headers, body, owner }: InternalPost): Promise<Response> {
    const key = this.#directory.admit(owner)
    try {
      const request = new Request(`http://inside${path}`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(body.length),
          'x-gateway-api-key': key,
        },
        body: new Uint8Array(body),
      })
      return await handle(request, { ...this.ports(), directory: this.#directory })
    } finally {
      this.#directory.dismiss(key)
    }
  }

  close(): Promise<void> {
    return this.#directory.close()
  }
}
