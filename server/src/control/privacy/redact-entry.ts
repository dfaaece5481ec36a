/** Removes a person from one entry of the audit log. */

import type { NewAuditEntry } from '../../core/stores/audit-entries.ts'
import type { Account, Subject } from './subject.ts'

const ERASED = 'erased'
const JSON_FIELDS = ['requestBody', 'queryParams', 'before', 'after'] as const

/** Null if the entry does not name the person. `text` is the stored JSON of the entry. */
export function redactEntry(entry: NewAuditEntry, text: string, subject: Subject): NewAuditEntry | null {
  return subject.type === 'end_user' ? redactUser(entry, text, subject.user) : redactAccount(entry, text, subject)
}

/** Replaces values that are equal to the user. Parts of longer texts stay, because a user can be named `1`. */
function redactUser(entry: NewAuditEntry, text: string, user: string): NewAuditEntry | null {
  const plain = /[\w@.-]+/.exec(user)?.[0] ?? ''
  // Clients may escape any character in JSON and in paths.
  if (!text.includes(plain) && !/\\u[0-9a-f]{4}|%[0-9a-f]{2}/i.test(text)) return null
  return changed(entry, (value) => (value === user ? ERASED : withoutGroup(value, user)))
}

/** Replaces the user in the group of a policy, such as `metadata._user:anna-model:gpt-4o`. */
function withoutGroup(value: string, user: string): string {
  const group = `metadata._user:${user}`
  const at = value.indexOf(group)
  const rest = at < 0 ? '' : value.slice(at + group.length)
  if (at < 0 || (rest !== '' && !/^-[a-z_]+[.:]/.test(rest))) return value
  return `${value.slice(0, at)}metadata._user:${ERASED}${rest}`
}

function replaceInUri(uri: string, replace: (value: string) => string): string {
  const inSegment = (segment: string): string => {
    try {
      const plain = decodeURIComponent(segment)
      const replaced = replace(plain)
      return replaced === plain ? segment : encodeURIComponent(replaced)
    } catch {
      return segment
    }
  }
  return uri.split('/').map(inSegment).join('/')
}

function redactAccount(entry: NewAuditEntry, text: string, account: Account): NewAuditEntry | null {
  const email = account.email.toLowerCase()
  const isActor = [account.id, ...account.keyIds].includes(entry.actor.id)
  const isOwnKey = entry.targetId !== null && account.keyIds.includes(entry.targetId)
  const isNamed = isOwnKey || entry.targetId === account.id || text.toLowerCase().includes(email)
  if (!isActor && !isNamed) return null
  const names = [account.firstName, account.lastName, `${account.firstName} ${account.lastName}`.trim()]
  const replace = (value: string): string => {
    const lower = value.toLowerCase()
    if (lower === email || (value !== '' && names.includes(value))) return ERASED
    // The value is the name of a personal key.
    if (isOwnKey && value !== '' && value === entry.targetName) return ERASED
    return lower.includes(email) ? withoutEmail(value, email) : value
  }
  const redacted = isNamed ? (changed(entry, replace) ?? entry) : entry
  if (!isActor) return redacted === entry ? null : redacted
  return {
    ...redacted,
    actor: { ...redacted.actor, ...(entry.actor.type === 'user' && { name: ERASED }) },
    ip: '',
    userAgent: null,
    requestHeaders: '{}',
  }
}

function withoutEmail(value: string, email: string): string {
  const parts: string[] = []
  const lower = value.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(email); at >= 0; at = lower.indexOf(email, from)) {
    parts.push(value.slice(from, at), ERASED)
    from = at + email.length
  }
  return parts.join('') + value.slice(from)
}

/** Null if nothing was replaced. */
function changed(entry: NewAuditEntry, replace: (value: string) => string): NewAuditEntry | null {
  const result = { ...entry, actor: { ...entry.actor, name: replace(entry.actor.name) } }
  if (result.targetName !== null) result.targetName = replace(result.targetName)
  if (result.targetId !== null) result.targetId = replace(result.targetId)
  result.uri = replaceInUri(result.uri, replace)
  for (const field of JSON_FIELDS) {
    const text = entry[field]
    if (text !== null) result[field] = replaceInJson(text, replace)
  }
  return JSON.stringify(result) === JSON.stringify(entry) ? null : result
}

/** `text` is JSON. Strings in it may be JSON too, because clients may send filters and configs as text. */
function replaceInJson(text: string, replace: (value: string) => string): string {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return /^\s*[{[]/.test(value) ? inText(value) : replace(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)]))
  }
  const inText = (value: string): string => {
    try {
      const parsed: unknown = JSON.parse(value)
      const walked = walk(parsed)
      return JSON.stringify(walked) === JSON.stringify(parsed) ? value : JSON.stringify(walked)
    } catch {
      return replace(value)
    }
  }
  return inText(text)
}
