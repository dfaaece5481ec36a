/** Saved configs in memory, decrypted and parsed. SQL is queried only on a miss. */

import { LRUCache } from 'lru-cache'
import type { ChosenConfig } from '../../config/from-headers.ts'
import { parseConfig } from '../../config/parse-config.ts'
import type { Caller } from '../../core/caller.ts'
import type { ConfigTexts } from '../../core/configs/config-texts.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import type { ConfigStore } from '../../core/stores/configs.ts'
import { keyRefusal, type VirtualKeyStore } from '../../core/stores/virtual-keys.ts'
import { MAX_VIRTUAL_MODELS, type VirtualModelStore } from '../../core/stores/virtual-models.ts'
import type { WorkspaceStore } from '../../core/stores/workspaces.ts'

const MAX_CONFIGS = 5_000
/** Cached workspaces and virtual models together. */
const MAX_ROUTING_ENTRIES = 100_000
const MAX_LISTED_KEYS = 50
/** Bounds the queries for a workspace with many disabled keys. */
const MAX_PAGES = 20
/** Longer slugs do not exist, so they are neither queried nor cached. */
const MAX_NAME = 128

export type WorkspaceRef = { readonly organisationId: string; readonly workspaceId: string }

/** The part of the control store that is used here. */
type ConfigSource = {
  readonly stores: {
    readonly configs: Pick<ConfigStore, 'find'>
    readonly workspaces: Pick<WorkspaceStore, 'find'>
    readonly virtualKeys: Pick<VirtualKeyStore, 'list'>
    readonly virtualModels: Pick<VirtualModelStore, 'list'>
  }
}

/** How a workspace routes requests that name no provider and no config. */
export type Routing = {
  /** Slug of the workspace's default config. */
  readonly defaultConfig: string | null
  /** Virtual models by name. */
  readonly virtualModels: ReadonlyMap<string, { readonly configSlug: string; readonly createdAtMs: number }>
}

/** Null if there is no saved config with this name. */
type Found = ChosenConfig | null

/** A virtual model selects a config: a key that may not choose configs may only use its own default config. */
export function mayUseVirtualModel({ defaults }: Pick<Caller, 'defaults'>, slug: string, { defaultConfig }: Routing) {
  return defaults.allowConfigOverride || slug === (defaults.configSlug ?? defaultConfig)
}

export class StoredConfigs {
  readonly #configs = new LRUCache<string, { readonly found: Found }>(atMost(MAX_CONFIGS))
  readonly #routings = new LRUCache<string, Routing>({
    maxSize: MAX_ROUTING_ENTRIES,
    sizeCalculation: ({ virtualModels }) => 1 + virtualModels.size,
  })
  #revision = 0

  constructor(
    private readonly control: ConfigSource,
    private readonly texts: Pick<ConfigTexts, 'open'>,
  ) {}

  /** By slug or id. Archived configs are not found. */
  find(workspace: WorkspaceRef, name: string): Awaitable<Found> {
    if (name.length > MAX_NAME) return null
    const key = `${workspace.workspaceId}\0${name}`
    const known = this.#configs.get(key)
    return known ? known.found : this.#load(workspace, name, key)
  }

  routingOf(workspace: WorkspaceRef): Awaitable<Routing> {
    return this.#routings.get(workspace.workspaceId) ?? this.#loadRouting(workspace)
  }

  /** Slugs of up to 50 enabled, unexpired virtual keys of a workspace. Rarely needed, so each call queries the store. */
  async usableKeys({ organisationId, workspaceId }: WorkspaceRef): Promise<readonly string[]> {
    const usable: string[] = []
    for (let currentPage = 0; currentPage < MAX_PAGES; currentPage++) {
      const page = { currentPage, pageSize: MAX_LISTED_KEYS }
      const { rows } = await this.control.stores.virtualKeys.list({ organisationId, workspaceId }, page)
      usable.push(...rows.filter((key) => keyRefusal(key, Date.now()) === null).map((key) => key.slug))
      if (rows.length < MAX_LISTED_KEYS || usable.length >= MAX_LISTED_KEYS) break
    }
    return usable.slice(0, MAX_LISTED_KEYS)
  }

  /** Call after a saved config, a virtual model or the workspace's default config has changed. */
  forget(workspaceId: string): void {
    this.#revision++
    this.#routings.delete(workspaceId)
    for (const key of this.#configs.keys()) if (key.startsWith(`${workspaceId}\0`)) this.#configs.delete(key)
  }

  forgetAll(): void {
    this.#revision++
    this.#routings.clear()
    this.#configs.clear()
  }

  async #load({ organisationId, workspaceId }: WorkspaceRef, name: string, key: string): Promise<Found> {
    const revision = this.#revision
    const row = await this.control.stores.configs.find({ organisationId, workspaceId }, name).catch(unavailable)
    let found: Found = null
    if (row && row.status === 'active') {
      const { slug, version } = row
      const saved = {
        slug,
        versionId: version.id,
        versionNumber: version.number,
        trustedHosts: version.trustedHosts,
      }
      found = { config: parseConfig(this.texts.open(version)), saved }
    }
    // A result read before a change must not be cached after it.
    if (revision === this.#revision) this.#configs.set(key, { found })
    return found
  }

  async #loadRouting({ organisationId, workspaceId }: WorkspaceRef): Promise<Routing> {
    const revision = this.#revision
    const { workspaces, virtualModels } = this.control.stores
    const page = { currentPage: 0, pageSize: MAX_VIRTUAL_MODELS }
    const workspace = await workspaces.find(organisationId, workspaceId).catch(unavailable)
    const { rows } = await virtualModels.list({ organisationId, workspaceId }, page).catch(unavailable)
    const routing: Routing = {
      defaultConfig: workspace?.defaultConfigSlug ?? null,
      virtualModels: new Map(rows.map(({ name, configSlug, createdAtMs }) => [name, { configSlug, createdAtMs }])),
    }
    if (revision === this.#revision) this.#routings.set(workspaceId, routing)
    return routing
  }
}

/** If the config cannot be read, the request is refused: it must not be served without it. */
function unavailable(cause: unknown): never {
  throw new GatewayError('store_unavailable', { cause, message: 'The saved config cannot be looked up now.' })
}
