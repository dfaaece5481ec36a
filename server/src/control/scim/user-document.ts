/** Reads the user attributes that the identity provider writes, from a whole resource or from PATCH operations. */

import { isObject, type JsonObject } from '../../core/json.ts'
import { emailSchema } from '../users/user-wire.ts'
import { type AttributePath, equalities, type Filter, matches, memberNamed, parsePatchPath } from './filter.ts'
import type { PatchOperation } from './patch-operations.ts'
import { IGNORED_ATTRIBUTES, USER_SCHEMA } from './schemas.ts'
import { badRequest } from './scim-error.ts'

export type Email = {
  readonly value: string
  readonly display?: string
  readonly type?: string
  readonly primary?: boolean
}

export type UserDocument = {
  readonly userName: string
  readonly externalId: string | null
  readonly formatted: string | null
  readonly familyName: string | null
  readonly givenName: string | null
  readonly displayName: string | null
  readonly emails: readonly Email[]
  /** Null: not part of the request. */
  readonly active: boolean | null
}

const MAX_TEXT = 256
const MAX_NAME = 128
const MAX_EMAILS = 20
const READ_ONLY: ReadonlySet<string> = new Set(['id', 'groups', 'meta', 'schemas'])
const NAMES = { formatted: MAX_TEXT, familyname: MAX_NAME, givenname: MAX_NAME } as const
const NAME_FIELDS = { formatted: 'formatted', familyname: 'familyName', givenname: 'givenName' } as const

const EMPTY: UserDocument = {
  userName: '',
  externalId: null,
  formatted: null,
  familyName: null,
  givenName: null,
  displayName: null,
  emails: [],
  active: null,
}

/** Reads the whole resource of POST and PUT. Ignores attributes that are not stored. */
export function readUser(body: JsonObject): UserDocument {
  let read = EMPTY
  for (const [key, value] of Object.entries(body)) {
    const name = key.toLowerCase()
    if (!READ_ONLY.has(name) && value !== null) read = withAttribute(read, { name, sub: null }, value, 'replace', false)
  }
  return complete(read)
}

export function patchUser(before: UserDocument, operations: readonly PatchOperation[]): UserDocument {
  let read = before
  for (const { op, path, value } of operations) {
    if (path !== null) read = withPath(read, path, value, op, true)
    else if (op === 'remove') throw badRequest('noTarget', 'The operation "remove" needs a path.')
    else if (!isObject(value)) throw badRequest('invalidValue', `The operation "${op}" without a path needs an object.`)
    // Entra sends paths as keys: "name.givenName", "emails[type eq \"work\"].value".
    else for (const key of Object.keys(value)) read = withPath(read, key, value[key], op, false)
  }
  return complete(read)
}

function complete(read: UserDocument): UserDocument {
  if (read.userName !== '') return read
  throw badRequest('invalidValue', 'userName is missing. Send the name of the user, usually an e-mail address.')
}

type Op = PatchOperation['op']

/** `isStrict`: the request contains `text` as a path, so an attribute that cannot be written is an error. */
function withPath(read: UserDocument, text: string, value: unknown, op: Op, isStrict: boolean): UserDocument {
  // The key is the URN of an extension, whose attributes are not stored.
  if (!isStrict && /^urn:/i.test(text) && text.toLowerCase() !== USER_SCHEMA.toLowerCase() && isObject(value))
    return read
  if (text.toLowerCase() === USER_SCHEMA.toLowerCase()) {
    if (!isObject(value)) return read
    return Object.keys(value).reduce((all, key) => withPath(all, key, value[key], op, false), read)
  }
  const { path, filter, sub } = parsePatchPath(text)
  if (isForeign(path)) return read
  if (READ_ONLY.has(path.name)) {
    if (!isStrict) return read
    throw badRequest('mutability', `${path.name} cannot be changed.`)
  }
  if (path.name === 'emails') return { ...read, emails: emailsAfter(read.emails, { filter, sub, value, op }) }
  if (filter !== null && !IGNORED_ATTRIBUTES.has(path.name))
    throw badRequest('invalidPath', `${path.name} has no elements to select with a filter.`)
  return withAttribute(read, { name: path.name, sub }, op === 'remove' ? null : value, op, isStrict)
}

function isForeign({ schema }: AttributePath): boolean {
  return schema !== null && schema !== USER_SCHEMA.toLowerCase()
}

/** A null `value` removes the attribute. */
function withAttribute(
  read: UserDocument,
  { name, sub }: { readonly name: string; readonly sub: string | null },
  value: unknown,
  op: Op,
  isStrict: boolean,
): UserDocument {
  switch (name) {
    case 'username': {
      const userName = textOf('userName', value, MAX_TEXT)
      if (userName === null) throw badRequest('invalidValue', 'userName cannot be removed.')
      return { ...read, userName }
    }
    case 'externalid':
      return { ...read, externalId: textOf('externalId', value, MAX_TEXT) }
    case 'displayname':
      return { ...read, displayName: textOf('displayName', value, MAX_TEXT) }
    case 'active':
      if (value === null) throw badRequest('invalidValue', 'active cannot be removed. Send true or false.')
      return { ...read, active: booleanOf('active', value) }
    case 'emails':
      return { ...read, emails: emailsAfter(read.emails, { filter: null, sub, value, op }) }
    case 'name':
      return { ...read, ...nameAfter(sub, value) }
    default:
      // RFC 7644 lets servers ignore unknown attributes in POST and PUT.
      if (!isStrict || IGNORED_ATTRIBUTES.has(name)) return read
      throw badRequest('invalidPath', `There is no attribute "${name.slice(0, 64)}" to change.`)
  }
}

type NameParts = Partial<Pick<UserDocument, 'formatted' | 'familyName' | 'givenName'>>

function nameAfter(sub: string | null, value: unknown): NameParts {
  if (sub !== null) {
    if (!isNamePart(sub)) return {}
    return { [NAME_FIELDS[sub]]: textOf(`name.${NAME_FIELDS[sub]}`, value, NAMES[sub]) }
  }
  if (value === null) return { formatted: null, familyName: null, givenName: null }
  if (!isObject(value)) throw badRequest('invalidValue', 'name must be an object.')
  const parts: Record<string, string | null> = {}
  for (const key of Object.keys(value)) Object.assign(parts, nameAfter(key.toLowerCase(), value[key]))
  return parts
}

function isNamePart(name: string): name is keyof typeof NAME_FIELDS {
  return Object.hasOwn(NAME_FIELDS, name)
}

type EmailChange = {
  readonly filter: Filter | null
  readonly sub: string | null
  readonly value: unknown
  readonly op: Op
}

function emailsAfter(before: readonly Email[], change: EmailChange): readonly Email[] {
  const after = change.filter === null ? allEmails(before, change) : selectedEmails(before, change, change.filter)
  if (after.length > MAX_EMAILS) throw badRequest('invalidValue', `A user has at most ${MAX_EMAILS} e-mail addresses.`)
  return after
}

function allEmails(before: readonly Email[], { sub, value, op }: EmailChange): readonly Email[] {
  if (op === 'remove') {
    const named = value === undefined || value === null ? [] : emailsOf(value)
    if (named.length === 0 || sub !== null) return sub === null ? [] : before.map((one) => withoutPart(one, sub))
    const removed = new Set(named.map((one) => one.value.toLowerCase()))
    return before.filter((one) => !removed.has(one.value.toLowerCase()))
  }
  if (sub !== null) return before.map((one) => emailOf({ ...one, [sub]: value }))
  const given = value === null || value === undefined ? [] : emailsOf(value)
  if (op === 'replace') return onePrimary([], given)
  const added = given.filter((one) => !before.some((held) => held.value === one.value && held.type === one.type))
  return onePrimary(before, added)
}

function selectedEmails(before: readonly Email[], { sub, value, op }: EmailChange, filter: Filter): readonly Email[] {
  const isSelected = (one: Email) => matches(filter, one as JsonObject, 'emails')
  if (op === 'remove') {
    if (sub === null || sub === 'value') return before.filter((one) => !isSelected(one))
    return before.map((one) => (isSelected(one) ? withoutPart(one, sub) : one))
  }
  const changed = sub === null ? value : { [sub]: value }
  if (!isObject(changed)) throw badRequest('invalidValue', 'An element of emails must be an object.')
  if (before.some(isSelected)) return before.map((one) => (isSelected(one) ? emailOf({ ...one, ...changed }) : one))
  // Entra sends "add" and "replace" with `emails[type eq "work"].value` for a user without such an address.
  const wanted = equalities(filter)
  if (wanted === null) throw badRequest('noTarget', 'No e-mail address matches the filter of the path.')
  return onePrimary(before, [emailOf({ ...Object.fromEntries(wanted), ...changed })])
}

/** Keeps at most one primary address: the last added one that is marked as primary. */
function onePrimary(before: readonly Email[], added: readonly Email[]): readonly Email[] {
  const primary = added.findLastIndex((one) => one.primary === true)
  if (primary < 0) return [...before, ...added]
  const demoted = (one: Email) => (one.primary === true ? { ...one, primary: false } : one)
  return [...before.map(demoted), ...added.map((one, index) => (index === primary ? one : demoted(one)))]
}

function emailsOf(value: unknown): readonly Email[] {
  return (Array.isArray(value) ? value : [value]).map(emailOf)
}

function emailOf(given: unknown): Email {
  const one = typeof given === 'string' ? { value: given } : given
  if (!isObject(one)) throw badRequest('invalidValue', 'emails must be a list of objects with value and type.')
  const value = textOf('emails.value', memberNamed(one, 'value'), MAX_TEXT)
  if (value === null) throw badRequest('invalidValue', 'An element of emails has no value.')
  const display = textOf('emails.display', memberNamed(one, 'display'), MAX_TEXT)
  const type = textOf('emails.type', memberNamed(one, 'type'), MAX_TEXT)
  const primary = memberNamed(one, 'primary')
  return {
    value,
    ...(display !== null && { display }),
    ...(type !== null && { type }),
    ...(primary !== undefined && primary !== null && { primary: booleanOf('emails.primary', primary) }),
  }
}

function withoutPart(email: Email, sub: string): Email {
  return emailOf(Object.fromEntries(Object.entries(email).filter(([name]) => name !== sub)))
}

export function textOf(name: string, value: unknown, maxLength: number): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw badRequest('invalidValue', `${name} must be a string.`)
  const text = value.trim()
  if (text.length > maxLength) throw badRequest('invalidValue', `${name} is longer than ${maxLength} characters.`)
  return text === '' ? null : text
}

/** Entra sends booleans as the strings "True" and "False". */
function booleanOf(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text === 'true' || text === 'false') return text === 'true'
  throw badRequest('invalidValue', `${name} must be true or false.`)
}

/** The e-mail address of the account: userName if it is an address, else the primary, the work or the first address. */
export function accountEmail({ userName, emails }: UserDocument): string | null {
  const primary = emails.find((one) => one.primary === true) ?? emails.find((one) => one.type?.toLowerCase() === 'work')
  for (const text of [userName, primary?.value, emails[0]?.value]) {
    const email = emailSchema.safeParse(text ?? '')
    if (email.success) return email.data
  }
  return null
}
