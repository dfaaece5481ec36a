/** Replaces the secret references of a credential by their values, for one attempt. */

import { GatewayError } from '../../core/errors.ts'
import type { Secret } from '../../core/secret.ts'
import type { SecretReferences } from '../../core/secrets/secret-references.ts'
import type { ProviderAdapter } from '../../providers/adapter.ts'
import type { LiveCredential, LiveReference } from '../stored/virtual-keys.ts'

/** The credential with the values of its references, and the value of each reference. */
export type ResolvedCredential = {
  readonly credential: LiveCredential
  readonly values: ReadonlyMap<LiveReference, Secret>
}

export async function resolveCredential(
  credential: LiveCredential,
  named: readonly LiveReference[],
  provider: ProviderAdapter,
  references: SecretReferences,
): Promise<ResolvedCredential> {
  const values = new Map<LiveReference, Secret>()
  for (const reference of named) values.set(reference, await references.value(reference.text, reference.workspaceId))
  const settings: Record<string, string> = { ...credential.settings }
  let { secret } = credential
  for (const [{ name }, value] of values) {
    if (name === 'key') secret = value
    else settings[name] = checked(provider, name, value)
  }
  return { credential: { ...credential, secret, settings }, values }
}

/** Checks a value from a secret store. Other settings are checked when saved. The error never contains the value. */
function checked(provider: ProviderAdapter, name: string, value: Secret): string {
  const text = value.reveal()
  const shape: Readonly<Record<string, { safeParse(text: string): { readonly success: boolean } } | undefined>> =
    provider.settings.shape
  if (shape[name]?.safeParse(text).success !== false) return text
  throw new GatewayError('secret_unavailable', {
    message: `The secret of the setting ${name} is not valid for provider ${provider.slug}.`,
    hint: 'Correct the value in the secret store.',
  })
}

/**
 * The credential rotation pauses a rejected credential until it is replaced. With the revisions of its secrets in the
 * id, a new value in the secret store counts as a replacement.
 */
export function withRevisions(credential: LiveCredential, references: SecretReferences): LiveCredential {
  const { rotationId, references: named } = credential
  if (named === null) return credential
  const revisions = named.map(({ text }) => references.revision(text))
  return { ...credential, rotationId: `${rotationId} ${revisions.join(' ')}` }
}

/** Reads the values from the secret stores again after a provider rejected them. True if one of them has changed. */
export async function renewValues(
  values: ReadonlyMap<LiveReference, Secret>,
  references: SecretReferences,
): Promise<boolean> {
  const renewed = [...values].map(([{ text }, value]) => references.renew(text, value))
  return (await Promise.all(renewed)).includes(true)
}
