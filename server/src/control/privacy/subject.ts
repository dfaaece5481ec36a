/** The person an erasure is about, as it is stored: encrypted, and identified by a keyed hash. */

import type { ErasedLogs } from '../../core/logs/log-erasure.ts'
import type { Erasure, SubjectType } from '../../core/stores/erasures.ts'
import type { Vault } from '../../core/stores/stores.ts'

export type EndUser = { readonly type: 'end_user'; readonly user: string }

export type Account = {
  readonly type: 'account'
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Personal API keys, also deleted ones. */
  readonly keyIds: readonly string[]
}

export type Subject = EndUser | Account

export function subjectHash(vault: Vault, type: SubjectType, id: string): string {
  return vault.hash(`privacy/subject/${type}/${id}`)
}

export function sealSubject(vault: Vault, erasureId: string, subject: Subject): string {
  return vault.seal(JSON.stringify(subject), contextOf(erasureId))
}

export function openSubject(vault: Vault, { id, sealedSubject }: Erasure): Subject | null {
  return sealedSubject === null ? null : (JSON.parse(vault.open(sealedSubject, contextOf(id))) as Subject)
}

const contextOf = (erasureId: string) => `erasures/sealed_subject/${erasureId}`

/** Null if the person has no logs of its own. */
export function logsOf(
  subject: Subject,
  { organisationId, workspaceId, untilMs }: Pick<Erasure, 'organisationId' | 'workspaceId' | 'untilMs'>,
): ErasedLogs | null {
  if (subject.type === 'end_user') return { organisationId, workspaceId, untilMs, match: { user: subject.user } }
  return subject.keyIds.length === 0
    ? null
    : { organisationId, workspaceId, untilMs, match: { keyIds: subject.keyIds } }
}
