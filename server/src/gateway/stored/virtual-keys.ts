/** Virtual keys in memory, opened for use; SQL and the vault are asked only on a miss. */

import { LRUCache } from 'lru-cache'
import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import { Secret } from '../../core/secret.ts'
import type { Vault } from '../../core/stores/stores.ts'
import {
  type CredentialText,
  credentialPlace,
  type StoredCredential,
  type VirtualKey,
  type VirtualKeyStore,
} from '../../core/stores/virtual-keys.ts'
import { CredentialRotation } from '../../policies/credential-rotation.ts'
import type { LiveCredential, LiveVirtualKey } from './live-virtual-key.ts'

const MAX_KEYS = 10_000
/** Longer is no slug of ours; nothing is asked or kept for it. */
const MAX_NAME = 128

export class VirtualKeys {
  readonly rota = new CredentialRotation()
  readonly #keys = new LRUCache<string, LiveVirtualKey>(atMost(MAX_KEYS))
  #revision = 0

  constructor(
    private readonly store: { readonly stores: { readonly virtualKeys: Pick<VirtualKeyStore, 'findInWorkspace'> } },
    private readonly vault: Pick<Vault, 'open'>,
  ) {}

  /** By slug or id. Expired and disabled ones are found too: whoever uses them is told why it may not. */
  find(workspaceId: string, name: string): Awaitable<LiveVirtualKey | undefined> {
    return this.peek(workspaceId, name) ?? (name.length > MAX_NAME ? undefined : this.#load(workspaceId, name))
  }

  /** Only if it is in memory. */
  peek(workspaceId: string, name: string): LiveVirtualKey | undefined {
    return this.#keys.get(`${workspaceId}\0${name}`)
  }

  forget(workspaceId: string, slug: string): void {
    this.#revision++
    // It may be known by its id as well.
    for (const [name, key] of this.#keys) {
      if (key.workspaceId === workspaceId && key.slug === slug) this.#keys.delete(name)
    }
  }

  forgetAll(): void {
    this.#revision++
    this.#keys.clear()
  }

  async #load(workspaceId: string, name: string): Promise<LiveVirtualKey | undefined> {
    const revision = this.#revision
    const stored = await this.store.stores.virtualKeys.findInWorkspace(workspaceId, name).catch((cause: unknown) => {
      throw new GatewayError('store_unavailable', { cause, message: 'The virtual key cannot be looked up now.' })
    })
    if (!stored) return undefined
    const key = this.#open(stored)
    // What was read before a change must not be kept after it.
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
    }
  }

  #openCredential(key: VirtualKey, { id, sealed, hint, weight }: StoredCredential): LiveCredential {
    const place = credentialPlace({ workspaceId: key.workspaceId, virtualKeyId: key.id, credentialId: id })
    const text = JSON.parse(this.vault.open(sealed, place)) as CredentialText
    return {
      id,
      // A nonce is never used twice: the sealed text differs whenever the secret was written anew.
      rotaId: `${id} ${sealed.slice(-24)}`,
      hint,
      secret: text.key === null ? null : new Secret(text.key),
      settings: text.settings,
      weight,
    }
  }
}
