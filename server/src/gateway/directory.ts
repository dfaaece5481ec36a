/** Who and what is known, in memory: gateway keys by their keyed hash. SQL is asked only on a miss. */

import { LRUCache } from 'lru-cache'
import type { Caller } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import type { ApiKeyStore, Awaitable, WorkspaceStore } from '../core/ports.ts'

const MAX_KEYS = 100_000

export class Directory {
  readonly #callers = new LRUCache<string, Caller>({ max: MAX_KEYS })

  constructor(
    private readonly keys: ApiKeyStore,
    private readonly workspaces: WorkspaceStore,
    private readonly hash: (secret: string) => string,
  ) {}

  findKey(secret: string): Awaitable<Caller | undefined> {
    const hash = this.hash(secret)
    return this.#callers.get(hash) ?? this.#load(hash)
  }

  /** The caller as it acts in the workspace it asks for: an Admin key in any, a workspace key in its own. */
  async inWorkspace(caller: Caller, workspaceId: string): Promise<Caller> {
    if (caller.workspaceId === workspaceId) return caller
    const isOpen = caller.kind === 'admin' && (await this.workspaces.exists(caller.organisationId, workspaceId))
    if (!isOpen) throw new GatewayError('workspace_unknown', { param: 'x-gateway-workspace-id' })
    return { ...caller, workspaceId }
  }

  async #load(hash: string): Promise<Caller | undefined> {
    const caller = await this.keys.findByHash(hash)
    if (caller) this.#callers.set(hash, caller)
    return caller
  }
}
