/** Virtual keys in memory, with their credentials decrypted. SQL and the vault are used only on a miss. */

import { LRUCache } from 'lru-cache'
import { splitCustomHeaders } from '../../core/custom-headers.ts'
import { GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'
import type { Awaitable } from '../../core/ports.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import { Secret } from '../../core/secret.ts'
import { referencesIn } from '../../core/secrets/secret-reference.ts'
import type { Limits } from '../../core/stores/limits.ts'
import type { Vault } from '../../core/stores/stores.ts'
import {
  type CredentialText,
  credentialContext,
  credentialHome,
  type IntegrationGrant,
  type KeyHome,
  type ModelNames,
  modelNames,
  type StoredCredential,
  type VirtualKey,
  type VirtualKeyStore,
} from '../../core/stores/virtual-keys.ts'
import { CredentialRotation } from '../../policies/credential-rotation.ts'
import type { Settings } from '../../providers/adapter.ts'

const MAX_KEYS = 10_000
/** Longer slugs do not exist, so they are neither queried nor cached. */
const MAX_NAME = 128

export type LiveCredential = {
  readonly id: string
  /** The id in the credential rotation. A new secret gets a new id. */
  readonly rotationId: string
  /** First and last characters, for the record. */
  readonly hint: string
  /** Null if the provider takes only settings (cloud keys). */
  readonly secret: Secret | null
  /** The provider's secret settings, such as the secret access key of a cloud. */
  readonly settings: Settings
  /** Headers for every request with this credential; null for none. */
  readonly headers: HeaderMap | null
  /** Secrets that are read from a secret store for each attempt; null for none. */
  readonly references: readonly LiveReference[] | null
  readonly weight: number
}

/** `name`: `key` or a setting. `workspaceId`: null if an organisation-wide caller saved it. */
export type LiveReference = { readonly name: string; readonly text: string; readonly workspaceId: string | null }

/** What the integration of a virtual key grants its workspace: access, limits and models. */
export type LiveGrant = Omit<IntegrationGrant, 'models' | 'givenId'> & ModelNames

/** A virtual key with decrypted credentials. */
export type LiveVirtualKey = {
  readonly id: string
  readonly slug: string
  readonly workspaceId: string
  readonly provider: string
  readonly settings: Settings
  readonly customHost: string | null
  /** True if an Admin key saved the custom host, which may then be a private address. */
  readonly isHostTrusted: boolean
  readonly isDisabled: boolean
  readonly expiresAtMs: number | null
  readonly limits: Limits
  /** Only enabled credentials; empty only if the provider needs none. */
  readonly credentials: readonly LiveCredential[]
  /** Null if the virtual key has its own credential. */
  readonly integration: LiveGrant | null
}

export class VirtualKeys {
  readonly rotation = new CredentialRotation()
  readonly #keys = new LRUCache<string, LiveVirtualKey>(atMost(MAX_KEYS))
  #revision = 0

  constructor(
    private readonly store: {
      readonly stores: { readonly virtualKeys: Pick<VirtualKeyStore, 'findInWorkspace' | 'idOfIntegration'> }
    },
    private readonly vault: Pick<Vault, 'open'>,
  ) {}

  /** By slug or id. Also finds expired and disabled keys, so that the error can name the reason. */
  find(workspaceId: string, name: string): Awaitable<LiveVirtualKey | undefined> {
    return this.peek(workspaceId, name) ?? (name.length > MAX_NAME ? undefined : this.#load(workspaceId, name))
  }

  /** Undefined if the key is not in memory. */
  peek(workspaceId: string, name: string): LiveVirtualKey | undefined {
    return this.#keys.get(`${workspaceId}\0${name}`)
  }

  /** Same result as in the store. Not cached: only guardrails of the organisation that use a model as judge need it. */
  idOfIntegration(home: KeyHome, slugOrId: string): Promise<string | null | undefined> {
    return this.store.stores.virtualKeys.idOfIntegration(home, slugOrId).catch(unavailable)
  }

  forget(workspaceId: string, slug: string): void {
    this.#revision++
    // The key may be cached by its slug and by its id.
    for (const [name, key] of this.#keys) {
      if (key.workspaceId === workspaceId && key.slug === slug) this.#keys.delete(name)
    }
  }

  /** Forgets the keys made from an integration, in all workspaces. */
  forgetIntegration(integrationId: string): void {
    this.#revision++
    for (const [name, key] of this.#keys) if (key.integration?.id === integrationId) this.#keys.delete(name)
  }

  forgetAll(): void {
    this.#revision++
    this.#keys.clear()
  }

  async #load(workspaceId: string, name: string): Promise<LiveVirtualKey | undefined> {
    const revision = this.#revision
    const stored = await this.store.stores.virtualKeys.findInWorkspace(workspaceId, name).catch(unavailable)
    if (!stored) return undefined
    const key = this.#open(stored)
    // A result read before a change must not be cached after it.
    if (revision === this.#revision) this.#keys.set(`${workspaceId}\0${name}`, key)
    return key
  }

  #open(key: VirtualKey): LiveVirtualKey {
    const inService = key.credentials.filter((credential) => !credential.isDisabled)
    return {
      id: key.id,
      slug: key.slug,
      workspaceId: key.workspaceId,
      provider: key.provider,
      settings: key.settings,
      customHost: key.customHost,
      isHostTrusted: key.isHostTrusted,
      isDisabled: key.isDisabled,
      expiresAtMs: key.expiresAtMs,
      limits: key.limits,
      credentials: inService.map((credential) => this.#openCredential(key, credential)),
      integration: key.integration && liveGrant(key.integration),
    }
  }

  #openCredential(key: VirtualKey, { id, sealed, hint, weight }: StoredCredential): LiveCredential {
    const home = credentialHome(key)
    const context = credentialContext({ workspaceId: home.workspaceId, virtualKeyId: home.id, credentialId: id })
    const text = JSON.parse(this.vault.open(sealed, context)) as CredentialText
    return {
      id,
      // The sealed text contains a nonce, so it differs after every write of the secret.
      rotationId: `${id} ${sealed.slice(-24)}`,
      hint,
      secret: text.key === null ? null : new Secret(text.key),
      ...splitCustomHeaders(text.settings),
      references: liveReferences(text, key.workspaceId),
      weight,
    }
  }
}

function liveReferences(text: CredentialText, workspaceId: string): readonly LiveReference[] | null {
  const found = Object.entries(referencesIn(text)).map(([name, reference]) => ({
    name,
    text: reference,
    workspaceId: text.trusted?.includes(name) ? null : workspaceId,
  }))
  return found.length === 0 ? null : found
}

function unavailable(cause: unknown): never {
  throw new GatewayError('store_unavailable', { cause, message: 'The virtual key cannot be looked up now.' })
}

function liveGrant({ id, slug, isOpen, limits, models }: IntegrationGrant): LiveGrant {
  return { id, slug, isOpen, limits, ...modelNames(models) }
}
