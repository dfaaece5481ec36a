/** The person that an erasure or export is about. It is stored encrypted and identified by a keyed hash. */

import type { ErasedLogs } from '../../core/logs/log-erasure.ts'
import type { ExportedPerson } from '../../core/logs/log-exports.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import type { Erasure, SubjectType } from '../../core/stores/erasures.ts'
import type { Vault } from '../../core/stores/stores.ts'

export type EndUser = { readonly type: 'end_user'; readonly user: string }

export type Account = {
  readonly type: 'account'
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Personal API keys, including deleted ones. */
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

export function exportedPerson(vault: Vault, exportId: string, subject: Subject): ExportedPerson {
  const { type } = subject
  const sealed = vault.seal(JSON.stringify(subject), exportContext(exportId))
  return { type, hash: subjectHash(vault, type, idOf(subject)), sealed }
}

export function openExported(vault: Vault, exportId: string, { sealed }: ExportedPerson): Subject {
  return JSON.parse(vault.open(sealed, exportContext(exportId))) as Subject
}

export function idOf(subject: Subject): string {
  return subject.type === 'end_user' ? subject.user : subject.id
}

const exportContext = (exportId: string) => `log_exports/person/${exportId}`
const contextOf = (erasureId: string) => `erasures/sealed_subject/${erasureId}`

/** Null if the person has no logs of their own. */
export function logsOf(
  subject: Subject,
  { organisationId, workspaceId, untilMs }: Pick<Erasure, 'organisationId' | 'workspaceId' | 'untilMs'>,
): ErasedLogs | null {
  if (subject.type === 'end_user') return { organisationId, workspaceId, untilMs, match: { user: subject.user } }
  return subject.keyIds.length === 0
    ? null
    : { organisationId, workspaceId, untilMs, match: { keyIds: subject.keyIds } }
}

/** Texts that identify the person in a record that cannot be parsed. */
export function textsOf(subject: Subject): readonly string[] {
  return subject.type === 'end_user' ? [subject.user] : [subject.email, ...subject.keyIds]
}

/** The logs of the person as a filter. Null if the person has no logs of their own. */
export function filterOf(
  subject: Subject,
  scope: Pick<LogFilter, 'organisationId' | 'workspaceId'>,
  nowMs: number,
): LogFilter | null {
  const times = { fromMs: 0, toMs: nowMs + 1 }
  if (subject.type === 'end_user') return { ...scope, ...times, metadata: { _user: subject.user } }
  return subject.keyIds.length === 0 ? null : { ...scope, ...times, keyIds: subject.keyIds }
}
