/** The provider keys behind a virtual key: checked, sealed, opened again. */

import { GatewayError } from '../../core/errors.ts'
import type { Vault } from '../../core/stores/stores.ts'
import {
  type CredentialText,
  credentialPlace,
  type StoredCredential,
  type VirtualKey,
} from '../../core/stores/virtual-keys.ts'
import type { ProviderForm } from './ports.ts'
import { isMask, maskOf } from './secret-mask.ts'

type Home = Pick<VirtualKey, 'id' | 'workspaceId'>

export function sealCredential(
  vault: Vault,
  home: Home,
  text: CredentialText,
  rest: Pick<StoredCredential, 'id' | 'weight' | 'isDisabled' | 'createdAtMs'>,
): StoredCredential {
  const shown = text.key ?? Object.values(text.settings)[0] ?? ''
  const sealed = vault.seal(JSON.stringify(text), placeOf(home, rest.id))
  return {
    id: rest.id,
    sealed,
    hint: maskOf(shown),
    weight: rest.weight,
    isDisabled: rest.isDisabled,
    createdAtMs: rest.createdAtMs,
  }
}

export function openCredential(vault: Vault, home: Home, { id, sealed }: StoredCredential): CredentialText {
  return JSON.parse(vault.open(sealed, placeOf(home, id))) as CredentialText
}

function placeOf({ id, workspaceId }: Home, credentialId: string): string {
  return credentialPlace({ workspaceId, virtualKeyId: id, credentialId })
}

/** Refuses what no call could be made with, before anything is saved. `place` is where in the body it came from. */
export function checkCredential(
  form: ProviderForm,
  settings: Readonly<Record<string, string>>,
  text: CredentialText,
  customHost: string | null,
  place = '',
): void {
  const param = `${place}key`
  if (text.key !== null) checkText(text.key, param)
  for (const [name, value] of Object.entries(text.settings)) if (isMask(value)) throw masked(place + name)
  const isEmpty = text.key === null && Object.keys(text.settings).length === 0
  if (isEmpty && form.needsCredential) {
    throw new GatewayError('credential_missing', {
      param,
      message: `${param}: provider ${form.slug} needs a credential.`,
      hint: 'Send key, or the provider’s secret settings.',
    })
  }
  const problem = form.check({ ...settings, ...text.settings }, customHost)
  if (problem === null) return
  throw new GatewayError('provider_settings_invalid', { ...problem, param: place + problem.param })
}

/** What a header can carry, or a key file. */
function checkText(key: string, param: string): void {
  if (isMask(key)) throw masked(param)
  if (/^[\x21-\x7e]+$/.test(key) || key.startsWith('{')) return
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: the key has spaces, line breaks or letters that an HTTP header cannot carry.`,
    hint: 'Copy the key again, without anything around it.',
  })
}

function masked(param: string): GatewayError {
  return new GatewayError('invalid_body', {
    param,
    message: `${param}: this is how a stored secret is shown, not the secret itself.`,
    hint: 'Send the whole secret, or leave the field out to keep the one that is stored.',
  })
}

/** At least one stays in service where the provider needs one: requests must not begin to fail by a slip. */
export function requireOneInService(form: ProviderForm, credentials: readonly StoredCredential[]): void {
  if (!form.needsCredential || credentials.some((credential) => !credential.isDisabled)) return
  throw new GatewayError('conflict', {
    param: 'key_id',
    message: 'This is the last key in service behind the virtual key; without it every request would fail.',
    hint: 'Add another key first, or delete or archive the virtual key itself.',
  })
}
