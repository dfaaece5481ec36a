/** Sealed secrets stay with the origins they were saved for; who changes where they go sends them again. */

import { GatewayError } from '../../core/errors.ts'
import type { CredentialText, VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { Principal } from '../access/principal.ts'
import { openCredential } from './credentials.ts'
import type { Workshop } from './ports.ts'
import { requireForm } from './read-settings.ts'

type Opened = { readonly text: CredentialText; readonly origins: readonly string[] }

/** Of a change: the origins before and after, for the audit log; null when they are the same. */
export type OriginChange = { readonly from: readonly string[]; readonly to: readonly string[] }

/**
 * Refuses a change after which a secret that is only known to be stored would go to another origin: whoever may change a
 * virtual key could read its secret there. `sent` names what the request itself brings: `key`, or secret settings.
 * Organisation-wide principals may move secrets; they could use them anyway.
 */
export function checkOrigins(
  principal: Principal,
  before: VirtualKey,
  after: VirtualKey,
  sent: ReadonlySet<string>,
  workshop: Workshop,
): OriginChange | null {
  const [old, now] = [openAll(before, workshop), openAll(after, workshop)]
  for (const [id, was] of old) {
    const is = now.get(id)
    if (is === undefined || isSame(was.origins, is.origins) || principal.isOrganisationWide) continue
    const kept = secretNames(was.text).filter((name) => !sent.has(name) && secretNames(is.text).includes(name))
    if (kept.length > 0) throw refusal(kept, was.origins, is.origins, before)
  }
  const [from, to] = [union(old, before, workshop), union(now, after, workshop)]
  return isSame(from, to) ? null : { from, to }
}

/** Values of the request that are the secrets themselves, not their masks or their removal. */
export function sentSecrets(
  key: string | undefined,
  secrets: Readonly<Record<string, string | null>>,
  isMask: (text: string) => boolean,
): ReadonlySet<string> {
  const given = Object.entries({ ...secrets, key: key ?? null })
  return new Set(given.filter(([, value]) => value !== null && !isMask(value)).map(([name]) => name))
}

function openAll(key: VirtualKey, { forms, vault }: Workshop): ReadonlyMap<string, Opened> {
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

/** Without any credential a virtual key has an origin too. */
function union(
  opened: ReadonlyMap<string, Opened>,
  { provider, settings, customHost }: VirtualKey,
  { forms }: Workshop,
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
      ? `Several keys are behind ${slug}: make another virtual key, or let an Admin key, owner or admin change this one.`
      : `Send ${kept.join(' and ')} again in the same request, or let an Admin key, owner or admin make the change.`,
  })
}
