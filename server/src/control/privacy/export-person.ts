/** The data of one person as JSON lines, read while the client downloads them. */

import type { LogFilter } from '../../core/logs/log-filter.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { keyOnWire } from '../api-keys/api-key-wire.ts'
import { toWire } from '../audit-log/audit-wire.ts'
import { inviteOnWire } from '../invites/invite-wire.ts'
import { detailToWire } from '../logs/log-detail-wire.ts'
import { logNames } from '../logs/portkey-log-wire.ts'
import { userOnWire } from '../users/user-wire.ts'
import { iso } from './erasure-wire.ts'
import type { Subject } from './subject.ts'

const LOGS_PER_PAGE = 200
const ENTRIES_PER_PAGE = 100
const MAX_INVITES = 1_000

export type PersonExport = {
  readonly stores: Stores
  readonly reader: LogReader
  /** Null: no logs. */
  readonly filter: LogFilter | null
  /** The account; null for an end user. */
  readonly user: User | null
  readonly subject: Subject
  readonly nowMs: number
}

/** Yields one line per item, so that memory stays bounded. */
export async function* exportLines(person: PersonExport): AsyncGenerator<string> {
  if (person.user) yield* accountLines(person, person.user)
  if (person.filter) yield* logLines(person, person.filter)
}

async function* accountLines({ stores, subject, nowMs }: PersonExport, user: User): AsyncGenerator<string> {
  const { organisationId } = user
  yield lineOf('account', userOnWire(user, await stores.workspaces.memberships([user.id])))
  for (const session of await stores.sessions.list(user.id)) {
    yield lineOf('session', {
      ip: session.ip,
      user_agent: session.userAgent,
      created_at: iso(session.createdAtMs),
      last_seen_at: iso(session.lastSeenAtMs),
      expires_at: iso(session.expiresAtMs),
    })
  }
  for (const id of subject.type === 'account' ? subject.keyIds : []) {
    const key = await stores.apiKeys.find({ organisationId, workspaceId: null }, id)
    if (key) yield lineOf('api_key', keyOnWire(key, nowMs))
  }
  const page = { currentPage: 0, pageSize: MAX_INVITES }
  const invites = await stores.invites.list(organisationId, { email: user.email, nowMs }, page)
  for (const invite of invites.rows) yield lineOf('invite', inviteOnWire(invite, nowMs))
  for (let sequence: number | null = null; ; ) {
    const filter = { actorId: user.id }
    const reach = { organisationId, workspaceId: null }
    const entries = await stores.auditEntries.before(reach, filter, sequence, ENTRIES_PER_PAGE)
    for (const entry of entries) yield lineOf('audit_entry', toWire(entry))
    if (entries.length < ENTRIES_PER_PAGE) return
    sequence = entries.at(-1)!.sequence
  }
}

async function* logLines({ stores, reader }: PersonExport, filter: LogFilter): AsyncGenerator<string> {
  for (let cursor: string | null = null; ; ) {
    const page = await reader.exportPage({
      ...filter,
      limit: LOGS_PER_PAGE,
      withBodies: false,
      withDetail: false,
      ...(cursor !== null && { cursor }),
    })
    for (const { log } of page.logs) {
      const detail = await reader.read(filter, log.id)
      if (detail) yield lineOf('log', detailToWire(detail, await logNames(detail.record, stores)))
    }
    cursor = page.nextCursor
    if (cursor === null) return
  }
}

function lineOf(type: string, data: object): string {
  return `${JSON.stringify({ type, ...data })}\n`
}

/** Reads the next line when the client has consumed the previous one. */
export function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await lines.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await lines.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
