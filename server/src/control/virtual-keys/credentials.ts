/** Validates, encrypts and decrypts the provider keys of a virtual key. */

import { GatewayError } from '../../core/errors.ts'
import { isReference, referencesIn } from '../../core/secrets/secret-reference.ts'
import type { Vault } from '../../core/stores/stores.ts'
import {
  type CredentialText,
  credentialContext,
  credentialHome,
  type StoredCredential,
} from '../../core/stores/virtual-keys.ts'
import type { Principal } from '../access/principal.ts'
import type { ProviderForm } from './ports.ts'

const STARS = '*******'
/** Shorter secrets are masked completely. */
const SHORTEST_SHOWN = 12

/** A secret reference is returned as it is, because it is not a secret. */
function maskOf(secret: string): string {
  if (isReference(secret)) return secret
  const isShown = secret.length >= SHORTEST_SHOWN && !secret.startsWith('{')
  return isShown ? secret.slice(0, 2) + STARS + secret.slice(-2) : STARS
}

/** Whether the text is a mask that a client sends back. */
export function isMask(text: string): boolean {
  return text.includes(STARS)
}

type Home = Parameters<typeof credentialHome>[0]

export function sealCredential(
  vault: Vault,
  home: Home,
  text: CredentialText,
  rest: Pick<StoredCredential, 'id' | 'weight' | 'isDisabled' | 'createdAtMs'>,
): StoredCredential {
  const shown = text.key ?? Object.values(text.settings)[0] ?? ''
  const sealed = vault.seal(JSON.stringify(text), sealContext(home, rest.id))
  const references = referencesIn(text)
  return {
    id: rest.id,
    sealed,
    hint: maskOf(shown),
    ...(Object.keys(references).length > 0 && { references }),
    weight: rest.weight,
    isDisabled: rest.isDisabled,
    createdAtMs: rest.createdAtMs,
  }
}

export function openCredential(vault: Vault, home: Home, { id, sealed }: StoredCredential): CredentialText {
  return JSON.parse(vault.open(sealed, sealContext(home, id))) as CredentialText
}

function sealContext(home: Home, credentialId: string): string {
  const { id, workspaceId } = credentialHome(home)
  return credentialContext({ workspaceId, virtualKeyId: id, credentialId })
}

/** Rejects credentials that cannot work. `path` is the prefix of error parameters, such as `keys[0].`. */
export function checkCredential(
  form: ProviderForm,
  settings: Readonly<Record<string, string>>,
  text: CredentialText,
  customHost: string | null,
  path = '',
): void {
  const param = `${path}key`
  if (text.key !== null) checkText(text.key, param)
  for (const [name, value] of Object.entries(text.settings)) if (isMask(value)) throw masked(path + name)
  const isEmpty = text.key === null && Object.keys(text.settings).length === 0
  if (isEmpty && form.needsCredential && !form.usesAmbientIdentity(settings)) {
    throw new GatewayError('credential_missing', {
      param,
      message: `${param}: provider ${form.slug} requires a credential.`,
      hint: 'Send key or the provider’s secret settings.',
    })
  }
  const problem = form.check({ ...settings, ...text.settings }, customHost)
  // The value of a reference is checked when it is used.
  if (problem === null || Object.hasOwn(referencesIn(text), problem.param)) return
  throw new GatewayError('provider_settings_invalid', { ...problem, param: path + problem.param })
}

/**
 * The gateway's own identity belongs to the operator. Only trusted callers may save or test an account that uses it,
 * because the settings of the account decide where the identity's tokens are sent.
 */
export function checkAmbientIdentity(
  { isTrusted }: Pick<Principal, 'isTrusted'>,
  form: ProviderForm,
  settings: Readonly<Record<string, string>>,
): void {
  if (isTrusted || !form.usesAmbientIdentity(settings)) return
  throw new GatewayError('scope_missing', {
    param: form.settings.has('cloud_c_role_arn') ? 'cloud_c_role_arn' : 'cloud_a_auth_mode',
    message: `These settings of ${form.slug} use the gateway’s own identity. Only owners, admins and trusted Admin keys can save or test them.`,
    hint: 'Send a credential, or ask an owner or admin to create an integration for this workspace.',
  })
}

/** Accepts text that is valid in an HTTP header, or a JSON key file. */
function checkText(key: string, param: string): void {
  if (isMask(key)) throw masked(param)
  if (/^[\x21-\x7e]+$/.test(key) || key.startsWith('{')) return
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: the key contains spaces, line breaks or characters that are not allowed in an HTTP header.`,
    hint: 'Copy the key again, without spaces or line breaks.',
  })
}

function masked(param: string): GatewayError {
  return new GatewayError('invalid_body', {
    param,
    message: `${param}: this is the mask of a stored secret, not the secret itself.`,
    hint: 'Send the complete secret, or omit the field to keep the stored one.',
  })
}

/** Prevents disabling the last key of a provider that requires one, because every request would fail. */
export function requireOneInService(form: ProviderForm, credentials: readonly StoredCredential[]): void {
  if (!form.needsCredential || credentials.some((credential) => !credential.isDisabled)) return
  throw new GatewayError('conflict', {
    param: 'key_id',
    message: 'This is the last active key of the virtual key. Without it every request would fail.',
    hint: 'Add another key first, or delete or archive the virtual key.',
  })
}
