/** Prevents sending a stored secret to an origin other than the one it was saved for. */

import { GatewayError } from '../../core/errors.ts'
import type { CredentialText, StoredCredential, VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { Principal } from '../access/principal.ts'
import { isMask, openCredential } from './credentials.ts'
import type { VirtualKeyDependencies } from './ports.ts'
import { requireForm } from './read-settings.ts'

type Opened = { readonly text: CredentialText; readonly origins: readonly string[] }

/** The origins before and after an update, for the audit log. */
export type OriginChange = { readonly from: readonly string[]; readonly to: readonly string[] }

/**
 * Rejects an update that would send a stored secret to another origin, where a caller who may update the virtual key
 * could read it. `sent`: the secrets in the request itself, `key` or secret settings. Trusted callers may change the
 * origin. Returns null if the origins stay the same.
 */
export function checkOrigins(
  principal: Principal,
  before: VirtualKey,
  after: VirtualKey,
  sent: ReadonlySet<string>,
  workshop: VirtualKeyDependencies,
): OriginChange | null {
  const [old, now] = [openAll(before, workshop), openAll(after, workshop)]
  for (const [id, was] of old) {
    const is = now.get(id)
    if (is === undefined || isSame(was.origins, is.origins) || principal.isTrusted) continue
    const kept = secretNames(was.text).filter((name) => !sent.has(name) && secretNames(is.text).includes(name))
    if (kept.length > 0) throw refusal(kept, was.origins, is.origins, before)
  }
  const [from, to] = [union(old, before, workshop), union(now, after, workshop)]
  return isSame(from, to) ? null : { from, to }
}

/**
 * Names of the secrets in the request. Masks, removals and stored references do not count: a caller who sends a
 * reference back may not be allowed to read its secret.
 */
export function sentSecrets(
  key: string | undefined,
  secrets: Readonly<Record<string, string | null>>,
  before: readonly StoredCredential[],
): ReadonlySet<string> {
  const isStored = (name: string, value: string) => before.some(({ references }) => references?.[name] === value)
  const given = Object.entries({ ...secrets, key: key ?? null })
  return new Set(
    given.filter(([name, value]) => value !== null && !isMask(value) && !isStored(name, value)).map(([name]) => name),
  )
}

function openAll(key: VirtualKey, { forms, vault }: VirtualKeyDependencies): ReadonlyMap<string, Opened> {
  const form = requireForm(forms, key.provider)
  return new Map(
    key.credentials.map((credential) => {
      const text = openCredential(vault, key, credential)
      const origins = form.origins({ ...key.settings, ...text.settings }, text.key, key.customHost)
      return [credential.id, { text, origins }] as const
    }),
  )
}

function secretNames({ key, settings }: CredentialText): string[] {
  return [...(key === null ? [] : ['key']), ...Object.keys(settings)]
}

/** The origins of all credentials, and that of the virtual key itself, which may have no credential. */
function union(
  opened: ReadonlyMap<string, Opened>,
  { provider, settings, customHost }: VirtualKey,
  { forms }: VirtualKeyDependencies,
): readonly string[] {
  const own = requireForm(forms, provider).origins(settings, null, customHost)
  return [...new Set([...own, ...[...opened.values()].flatMap(({ origins }) => origins)])].sort()
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((origin, i) => origin === right[i])
}

function refusal(
  kept: readonly string[],
  from: readonly string[],
  to: readonly string[],
  { slug, credentials }: VirtualKey,
): GatewayError {
  const several = credentials.length > 1
  return new GatewayError('credential_origin_mismatch', {
    param: kept[0]!,
    message: `${kept[0]}: the stored secret was saved for ${from.join(', ')} and would now go to ${to.join(', ')}.`,
    hint: several
      ? `${slug} has several keys. Create another virtual key, or update this one with an Admin key, or as an owner or admin.`
      : `Send ${kept.join(' and ')} again in the same request, or update it with an Admin key, or as an owner or admin.`,
  })
}
