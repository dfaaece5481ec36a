/** Requests that the gateway sends to itself through the whole pipeline, for a workspace and without a saved key. */

import { type Caller, NO_DEFAULTS } from '../core/caller.ts'
import type { EmbeddingOwner } from '../core/semantic/embedder.ts'
import { type OwnedLimits, ownedLimits } from '../core/stores/limits.ts'
import { Directory } from './admit/directory.ts'
import { type GatewayPorts, handle } from './pipeline.ts'

const NO_KEYS = {
  findCaller: async () => undefined,
  findCallerIn: async () => undefined,
  findCallerOf: async () => undefined,
  certificates: async () => [],
  recordUses: async () => {},
}

/** Recorded in place of the id and name of a key. */
export type InternalSender = { readonly keyId: string; readonly keyName: string }

/** `limits`: whose budgets the request counts against, besides those of its virtual key and the policies. */
export type RequestOwner = EmbeddingOwner & { readonly limits?: readonly OwnedLimits[] }

/** Knows only the callers of internal requests. Requests from outside never use it. */
class InternalDirectory extends Directory {
  readonly #callers = new Map<string, Caller>()

  constructor() {
    super(NO_KEYS, (secret) => secret)
  }

  /** Returns a one-time key for the owner. */
  admit(sender: InternalSender, { organisationId, workspaceId, logBodies, limits = [] }: RequestOwner): string {
    const key = Bun.randomUUIDv7()
    const budgets = budgetsOf(limits)
    this.#callers.set(key, {
      ...sender,
      kind: 'workspace',
      organisationId,
      workspaceId,
      scopes: new Set(),
      allowInference: true,
      expiresAtMs: null,
      defaults: NO_DEFAULTS,
      logBodies,
      isInternal: true,
      ...(budgets && { limits: budgets }),
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

/** Removes rate limits, which count only requests of callers. The gateway's own requests count against budgets only. */
function budgetsOf(all: readonly OwnedLimits[]): readonly OwnedLimits[] | undefined {
  return ownedLimits(all.map((owned) => ({ ...owned, limits: { ...owned.limits, rateLimits: [] } })))
}

export type InternalPost = {
  readonly sender: InternalSender
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly owner: RequestOwner
  /** Ends the request as if its caller had disconnected. */
  readonly signal?: AbortSignal
}

export class InternalRequests {
  readonly #directory = new InternalDirectory()

  constructor(private readonly ports: () => GatewayPorts) {}

  async post({ sender, path, headers, body, owner, signal }: InternalPost): Promise<Response> {
    const key = this.#directory.admit(sender, owner)
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
        ...(signal && { signal }),
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
