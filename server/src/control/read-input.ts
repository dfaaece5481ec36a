/** Validates query and body against the operation's schemas. The error names every invalid field. */

import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import { didYouMean } from '../core/suggest.ts'
import { isStorable } from './read-body.ts'
import { type AcceptUnknown, type FieldPath, REFUSE_UNKNOWN, snakeCase, spellingsOf } from './unknown-fields.ts'

const MAX_DETAILS = 20

type Issue = z.core.$ZodIssue

export function readQuery(schema: z.ZodObject, search: string, accept: AcceptUnknown = REFUSE_UNKNOWN): unknown {
  const given: Record<string, string> = {}
  const known = Object.keys(schema.shape)
  const spelled = spellingsOf(known)
  for (const [spelling, value] of new URLSearchParams(search)) {
    const name = Object.hasOwn(schema.shape, spelling) ? spelling : (spelled.get(snakeCase(spelling)) ?? spelling)
    const param = spelling.slice(0, 64)
    if (!Object.hasOwn(schema.shape, name)) {
      if (accept([], name, value)) continue
      throw new GatewayError('invalid_parameter', {
        param,
        message: `Unknown parameter "${param}".${didYouMean(name, known)}`,
        hint: known.length > 0 ? `Known parameters: ${known.join(', ')}.` : 'This operation takes no parameters.',
      })
    }
    // Some clients send a parameter in both spellings.
    if (Object.hasOwn(given, name) && spelling !== name && given[name] === value) continue
    if (Object.hasOwn(given, name))
      throw new GatewayError('invalid_parameter', { param, message: `Parameter ${name} was sent more than once.` })
    if (!isStorable(value))
      throw new GatewayError('invalid_parameter', { param, message: `Parameter ${name} contains a NUL character.` })
    given[name] = value
  }
  const result = schema.safeParse(given)
  if (result.success) {
    for (const name in given) refuseOddNumber(name, given[name]!, result.data[name])
    return result.data
  }
  const issues = result.error.issues.flatMap(flat)
  throw new GatewayError('invalid_parameter', describe(issues, given, 'query', known))
}

/** Rejects texts that JavaScript converts to numbers but users do not mean as numbers: '', 0x10, 1e3. */
function refuseOddNumber(param: string, text: string, read: unknown): void {
  if (read !== Number(text) || /^-?\d+(\.\d+)?$/.test(text)) return
  throw new GatewayError('invalid_parameter', {
    param,
    message: `${param} must be a number written in decimal digits.`,
  })
}

export function readBody(schema: z.ZodType, given: unknown, accept: AcceptUnknown = REFUSE_UNKNOWN): unknown {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const list = numberedList(given)
  if (list !== null) return readBody(schema, list, accept)
  const issues = result.error.issues.flatMap(flat)
  let left = given
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const parent = valueAt(given, issue.path)
    const accepted = issue.keys.filter((key) => accept(issue.path, key, valueAt(parent, [key])))
    if (accepted.length > 0) left = without(left, issue.path, new Set(accepted))
  }
  // Validates again without these fields, strictly: a union may have reported the fields of another alternative.
  if (left !== given) return readBody(schema, left)
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  throw new GatewayError('invalid_body', describe(issues, given, 'body', known))
}

/** The Portkey SDK for Node sends a list as `{"0": ..., "1": ...}` and does not translate field names in it. */
function numberedList(given: unknown): unknown[] | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null
  const keys = Object.keys(given)
  return keys.length > 0 && keys.every((key, i) => key === String(i)) ? Object.values(given).map(translated) : null
}

function translated(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, 'traceID')) return item
  const { traceID, ...others } = item as Readonly<Record<string, unknown>>
  return { trace_id: traceID, ...others }
}

/** Returns a copy in which the object at `path` does not have these fields. */
function without(value: unknown, path: FieldPath, fields: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const [step, ...rest] = path
  if (step === undefined) return Object.fromEntries(Object.entries(value).filter(([field]) => !fields.has(field)))
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? without(item, rest, fields) : item))
  return { ...value, [step]: without(Reflect.get(value, step), rest, fields) }
}

function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined,
    value,
  )
}

/** For a union, reports the issues of the closest alternative: the right overall type first, then the fewest issues. */
function flat(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const inner = issue.errors
    .map((issues) => issues.flatMap(flat))
    .sort((left, right) => isAboutWhole(left) - isAboutWhole(right) || left.length - right.length)
  const closest = inner[0] ?? []
  if (isAboutWhole(closest) === 1 && inner.length > 1) return [issue]
  return closest.map((one) => ({ ...one, path: [...issue.path, ...one.path] }))
}

function isAboutWhole(issues: readonly Issue[]): number {
  return issues.some((issue) => issue.path.length === 0 && issue.code !== 'unrecognized_keys') ? 1 : 0
}

function describe(issues: readonly Issue[], given: unknown, whole: string, known: readonly string[]) {
  const [first, ...others] = issues
    .slice(0, MAX_DETAILS + 1)
    .map((issue) => sentenceOf(issue, given, whole, issue.path.length === 0 ? known : []))
  const more = others.length === 0 ? '' : ` ${others.length} more in details.`
  return { param: issues[0] ? paramOf(issues[0], whole) : whole, message: `${first}${more}`, details: others }
}

function sentenceOf(issue: Issue, given: unknown, whole: string, known: readonly string[]): string {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.slice(0, 5).map((key) => JSON.stringify(shown(key)))
    const where = issue.path.length === 0 ? '' : ` in ${pathText(issue.path, whole)}`
    return `Unknown field ${names.join(', ')}${where}.${didYouMean(issue.keys[0] ?? '', known)}`
  }
  const where = pathText(issue.path, whole)
  const value = valueAt(given, issue.path)
  if (value === undefined && issue.code === 'invalid_type') return `${where} is missing.`
  return `${where}: ${issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '')}.`
}

function paramOf(issue: Issue, whole: string): string {
  if (issue.code !== 'unrecognized_keys') return pathText(issue.path, whole)
  return pathText([...issue.path, issue.keys[0] ?? ''], whole)
}

function pathText(path: readonly PropertyKey[], whole: string): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${shown(String(step))}`)).join('')
  return text === '' ? whole : text.replace(/^\./, '')
}

function shown(name: string): string {
  return name.slice(0, 64).toWellFormed()
}
