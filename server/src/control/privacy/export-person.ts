/** Writes the data of one person as JSON lines. */

import type { LogFilter } from '../../core/logs/log-filter.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { keyOnWire } from '../api-keys/api-key-wire.ts'
import { toWire } from '../audit-log/audit-wire.ts'
import { deviceLoginOnWire } from '../device-logins/login-wire.ts'
import type { PageReader } from '../exports/write-export.ts'
import { inviteOnWire } from '../invites/invite-wire.ts'
import { detailToWire } from '../logs/log-detail-wire.ts'
import { logNames } from '../logs/portkey-log-wire.ts'
import { userOnWire } from '../users/user-wire.ts'
import { iso } from './erasure-wire.ts'
import type { Subject } from './subject.ts'

/** Small, because the logs include their bodies. */
const LOGS_PER_PAGE = 50
const ENTRIES_PER_PAGE = 100
const MAX_INVITES = 1_000

export type PersonExport = {
  readonly stores: Stores
  readonly reader: LogReader
  /** Null: the export contains no logs. */
  readonly filter: LogFilter | null
  /** The account; null for an end user. */
  readonly user: User | null
  readonly subject: Subject
  readonly nowMs: number
}

/** Pages of lines, each of limited size: the account, its audit entries, then the logs. */
export function personPages(person: PersonExport): PageReader {
  return async (cursor) => {
    const [part, at] = cursor === null ? ['account', null] : partsOf(cursor)
    switch (part) {
      case 'account':
        if (!person.user) return logPage(person, null)
        return { lines: await accountLines(person, person.user), next: 'audit' }
      case 'audit':
        return auditPage(person, at)
      default:
        return logPage(person, at)
    }
  }
}

/** `logs abc` continues the part `logs` at the cursor `abc`. */
function partsOf(cursor: string): [part: string, at: string | null] {
  const space = cursor.indexOf(' ')
  return space < 0 ? [cursor, null] : [cursor.slice(0, space), cursor.slice(space + 1)]
}

type ExportPage = Awaited<ReturnType<PageReader>>

async function accountLines({ stores, subject, nowMs }: PersonExport, user: User): Promise<string[]> {
  const { organisationId } = user
  const lines = [lineOf('account', userOnWire(user, await stores.workspaces.memberships([user.id])))]
  for (const session of await stores.sessions.list(user.id)) {
    const line = lineOf('session', {
      ip: session.ip,
      user_agent: session.userAgent,
      created_at: iso(session.createdAtMs),
      last_seen_at: iso(session.lastSeenAtMs),
      expires_at: iso(session.expiresAtMs),
    })
    lines.push(line)
  }
  for (const id of subject.type === 'account' ? subject.keyIds : []) {
    const key = await stores.apiKeys.find({ organisationId, workspaceId: null }, id)
    if (key) lines.push(lineOf('api_key', keyOnWire(key, nowMs)))
  }
  const page = { currentPage: 0, pageSize: MAX_INVITES }
  const invites = await stores.invites.list(organisationId, { email: user.email, nowMs }, page)
  for (const invite of invites.rows) lines.push(lineOf('invite', inviteOnWire(invite, nowMs)))
  return [...lines, ...(await identityLines(stores, user, nowMs))]
}

/** How the person signs in, and what the identity provider sent about it, without secrets. */
async function identityLines(stores: Stores, { id, organisationId }: User, nowMs: number): Promise<string[]> {
  const lines: string[] = []
  for (const { connectionId, subject, groups, createdAtMs } of await stores.ssoIdentities.ofUsers([id]))
    lines.push(lineOf('sso_identity', { connection_id: connectionId, subject, groups, created_at: iso(createdAtMs) }))
  const profile = (await stores.scim.findUser(organisationId, id))?.profile
  if (profile) {
    const groups = (await stores.scim.groupsOf([id])).map(({ name }) => name)
    const { userName, externalId, attributes } = profile
    lines.push(lineOf('scim_user', { user_name: userName, external_id: externalId, attributes, groups }))
  }
  for (const { name, rpId, createdAtMs, lastUsedAtMs } of await stores.secondFactors.passkeys(id))
    lines.push(
      lineOf('passkey', {
        name,
        host: rpId,
        created_at: iso(createdAtMs),
        last_used_at: lastUsedAtMs && iso(lastUsedAtMs),
      }),
    )
  const totp = await stores.secondFactors.findTotp(id)
  if (totp)
    lines.push(
      lineOf('authenticator_app', {
        created_at: iso(totp.createdAtMs),
        last_used_at: totp.lastUsedAtMs && iso(totp.lastUsedAtMs),
      }),
    )
  for (const login of await stores.deviceLogins.list(id, nowMs))
    lines.push(lineOf('device_login', deviceLoginOnWire(login)))
  return lines
}

/** `at`: the sequence number of the last entry of the previous page. */
async function auditPage({ stores, user }: PersonExport, at: string | null): Promise<ExportPage> {
  if (!user) return { lines: [], next: 'logs' }
  const reach = { organisationId: user.organisationId, workspaceId: null }
  const before = at === null ? null : Number(at)
  const entries = await stores.auditEntries.before(reach, { actorId: user.id }, before, ENTRIES_PER_PAGE)
  const lines = entries.map((entry) => lineOf('audit_entry', toWire(entry)))
  return { lines, next: entries.length < ENTRIES_PER_PAGE ? 'logs' : `audit ${entries.at(-1)!.sequence}` }
}

async function logPage({ stores, reader, filter }: PersonExport, at: string | null): Promise<ExportPage> {
  if (!filter) return { lines: [], next: null }
  const page = await reader.exportPage({
    ...filter,
    limit: LOGS_PER_PAGE,
    withBodies: false,
    withDetail: false,
    ...(at !== null && { cursor: at }),
  })
  const lines: string[] = []
  for (const { log } of page.logs) {
    const detail = await reader.read(filter, log.id)
    if (detail) lines.push(lineOf('log', detailToWire(detail, await logNames(detail.record, stores))))
  }
  return { lines, next: page.nextCursor === null ? null : `logs ${page.nextCursor}` }
}

function lineOf(type: string, data: object): string {
  return `${JSON.stringify({ type, ...data })}\n`
}

/** Reads the next page when the client has consumed the previous one. */
export function streamOf(read: PageReader): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor: string | null = null
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Reads on after an empty page, because a pull must enqueue something or close the stream.
        for (;;) {
          const { lines, next } = await read(cursor)
          cursor = next
          for (const line of lines) controller.enqueue(encoder.encode(line))
          if (next === null) return controller.close()
          if (lines.length > 0) return
        }
      },
    },
    { highWaterMark: 0 },
  )
}
