/** Keys that encrypt the logged bodies of workspaces: stored in the control store, encrypted by the vault. */

import { randomBytes } from 'node:crypto'
import type { BodyKey, BodyKeys } from '../core/logs/body-keys.ts'
import type { StoredBodyKey } from '../core/stores/body-keys.ts'
import type { Change } from '../core/stores/changes.ts'
import type { Stores, Vault } from '../core/stores/stores.ts'
import type { BodyEncryption, Records } from '../records/records.ts'

const KEY_BYTES = 32

export class VaultBodyKeys implements BodyKeys {
  constructor(
    private readonly stores: Stores,
    private readonly vault: Vault,
  ) {}

  async find(workspaceId: string, create: boolean): Promise<readonly BodyKey[]> {
    const found = await this.stores.bodyKeys.list(workspaceId)
    if (found.length > 0 || !create) return found.map((key) => this.#open(key))
    const { id: organisationId } = await this.stores.organisations.readOfDeployment()
    // If another node has inserted the first key meanwhile, the list returns that key.
    await this.stores.bodyKeys.insert(newBodyKey(this.vault, { organisationId, workspaceId, version: 1 }, Date.now()))
    return (await this.stores.bodyKeys.list(workspaceId)).map((key) => this.#open(key))
  }

  #open(stored: StoredBodyKey): BodyKey {
    const { organisationId, workspaceId, version, sealed } = stored
    const bytes = Buffer.from(this.vault.open(sealed, contextOf(stored)), 'base64')
    return { organisationId, workspaceId, version, bytes }
  }
}

type KeyName = Pick<StoredBodyKey, 'organisationId' | 'workspaceId' | 'version'>

export function newBodyKey(vault: Vault, name: KeyName, nowMs: number): StoredBodyKey {
  const sealed = vault.seal(randomBytes(KEY_BYTES).toString('base64'), contextOf(name))
  return { ...name, sealed, createdAtMs: nowMs }
}

function contextOf({ organisationId, workspaceId, version }: KeyName): string {
  return `body_keys/sealed/${organisationId}/${workspaceId}/${version}`
}

export function bodyEncryption(stores: Stores, vault: Vault, isOn: boolean): BodyEncryption {
  return { journalKey: journalKeyOf(vault), keys: new VaultBodyKeys(stores, vault), isOn }
}

export function journalKeyOf(vault: Vault): Uint8Array {
  return vault.derive('journal')
}

/** A null change means that anything may have changed. */
export function forgetBodyKeys(change: Change | null, records: Pick<Records, 'forgetBodyKeys'>): void {
  if (change === null) records.forgetBodyKeys(null)
  else if (change.kind === 'workspace' || change.kind === 'body_key') records.forgetBodyKeys(change.workspaceId)
}
