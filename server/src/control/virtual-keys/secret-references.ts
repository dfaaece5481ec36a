/** Secret references in credentials of virtual keys and integrations: who may save them, and their values for tests. */

import { GatewayError } from '../../core/errors.ts'
import { isReference, referencesIn } from '../../core/secrets/secret-reference.ts'
import type { SecretReferences } from '../../core/secrets/secret-references.ts'
import type { CredentialText } from '../../core/stores/virtual-keys.ts'
import type { Principal } from '../access/principal.ts'

/** Who saves a credential. `workspaceId`: the workspace that the credential belongs to; null: the organisation. */
export type Saver = {
  readonly principal: Pick<Principal, 'isTrusted'>
  readonly workspaceId: string | null
  readonly references: SecretReferences
}

/**
 * Checks the references that are not in `before`: a workspace must not read the secrets of another one. Returns the
 * credential with the list of references that a trusted caller saved, which may have any path.
 */
export function checkReferences(
  text: CredentialText,
  before: CredentialText | null,
  { principal, workspaceId, references }: Saver,
  path = '',
): CredentialText {
  const kept = before === null ? {} : referencesIn(before)
  const trusted: string[] = []
  for (const [name, reference] of Object.entries(referencesIn(text))) {
    if (kept[name] === reference) {
      if (before?.trusted?.includes(name)) trusted.push(name)
      continue
    }
    const { isTrusted } = principal
    // Accounts of the organisation belong to no workspace, so their paths cannot be checked.
    if (!isTrusted && workspaceId === null) throw new GatewayError('secret_not_allowed', { param: path + name })
    const refusal = references.refusal(reference, isTrusted ? null : workspaceId, path + name)
    if (refusal !== null) throw refusal
    if (isTrusted) trusted.push(name)
  }
  const { key, settings } = text
  return trusted.length === 0 ? { key, settings } : { key, settings, trusted }
}

/** Replaces the references in a credential with their values. */
export async function resolveCredential(
  text: CredentialText,
  workspaceId: string,
  references: SecretReferences,
): Promise<CredentialText> {
  const value = async (name: string, given: string) => {
    if (!isReference(given)) return given
    return (await references.value(given, text.trusted?.includes(name) ? null : workspaceId)).reveal()
  }
  const settings = Object.entries(text.settings).map(async ([name, given]) => [name, await value(name, given)] as const)
  return {
    key: text.key === null ? null : await value('key', text.key),
    settings: Object.fromEntries(await Promise.all(settings)),
  }
}
