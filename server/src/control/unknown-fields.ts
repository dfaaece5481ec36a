/**
 * Decides which unknown fields are accepted, because clients of the Portkey API send them: repeated parts of the path,
 * and fields without effect here. All other unknown fields are errors.
 */

import { GatewayError } from '../core/errors.ts'
import type { Operation } from './endpoint.ts'

export type FieldPath = readonly PropertyKey[]

/** Returns true if the unknown field is to be ignored. Throws if it contradicts the path. */
export type AcceptUnknown = (path: FieldPath, key: string, value: unknown) => boolean

export const REFUSE_UNKNOWN: AcceptUnknown = () => false

type CallIdentity = {
  readonly operation: Pick<Operation, 'name' | 'path'>
  readonly params: Readonly<Record<string, string>>
  readonly organisationId: string
}

/** Fields without effect, by operation. None of them is a limit, a permission, a credential or a target. */
const IGNORED = fieldTable({
  'api-keys.create-organisation-service': {
    workspace_id: 'an organisation key is not limited to a workspace',
    user_id: 'a service key belongs to no user',
  },
  'api-keys.create-workspace-service': { user_id: 'a service key belongs to no user' },
  'logs.read': {
    path_format: 'a log has one format',
    created_at: 'the id is enough to find the log',
    type: 'the log is returned whole',
  },
  'prompt_partials.list': { collection_id: 'partials are not in collections, so all partials are listed' },
  'prompt_partials.create': { description: 'a new partial has no description; use version_description' },
  'prompt_partials.update': { status: 'partials are always active' },
  'workspaces.update': { 'defaults.*': 'only metadata, config_id and guardrails have an effect' },
})

function fieldTable(rows: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const reasons = new Map<string, string>()
  for (const operation in rows)
    for (const [field, reason] of Object.entries(rows[operation]!)) reasons.set(`${operation} ${field}`, reason)
  return reasons
}

/** Sort parameters without effect: analytics lists have a fixed order. */
const ORDER_FIELDS = new Set(['order_by', 'order_by_type', 'sort_by', 'sort_order'])

/** Words in names of limits, permissions, credentials and targets. A `*` in IGNORED does not match these fields. */
const MEANINGFUL =
  /limit|quota|budget|max|allow|deny|denied|block|restrict|require|enforce|disable|enable|override|permission|role|scope|right|guardrail|polic|key|secret|token|password|credential|auth|provider|host|url|model|config|target|expir|ttl|reset|id$/i

const MAX_WARNINGS = 20
const MAX_SHOWN = 64

/** Adds a warning for each ignored field without effect. After 20 warnings, it only counts the rest. */
export function acceptUnknown(call: CallIdentity, warnings: string[]): AcceptUnknown {
  let more = 0
  return (path, key, value) => {
    if (path.length === 0) {
      const repeated = repeatedPart(call, key)
      if (repeated !== undefined) {
        requireRepeated(call.operation, key, repeated, value)
        return true
      }
    }
    const reason = ignoredBecause(call.operation.name, path, key, value)
    if (reason === undefined) return false
    const field = [...path, key.slice(0, MAX_SHOWN).toWellFormed()].join('.')
    if (warnings.length < MAX_WARNINGS) warnings.push(`${field} was ignored: ${reason}.`)
    else {
      more++
      warnings[MAX_WARNINGS] = `${more} more fields were ignored.`
    }
    return true
  }
}

/** Throws if a value that should repeat a part of the path, or the caller's organisation, differs from it. */
export function requireRepeated(
  operation: Pick<Operation, 'path'>,
  key: string,
  repeated: string,
  value: unknown,
): void {
  const isSame = (typeof value === 'string' || typeof value === 'number') && String(value) === repeated
  if (!isSame) throw contradiction(operation, key, repeated)
}

/** The value that the path, or the caller's organisation, gives for this field. */
function repeatedPart({ operation, params, organisationId }: CallIdentity, key: string): string | undefined {
  const name = snakeCase(key)
  if (name === 'organisation_id' || name === 'organization_id') return organisationId
  if (Object.hasOwn(params, name)) return params[name]
  const segments = operation.path.split('/').slice(1)
  if (segments[0] === 'api-keys' && segments.length === 3 && !segments[1]?.startsWith('{')) {
    if (name === 'type') return segments[1]
    if (name === 'sub_type') return segments[2]
  }
  const at = segments.findLastIndex((segment) => segment.startsWith('{'))
  const resource = snakeCase(singular(segments[at - 1] ?? ''))
  const names = ['id', 'slug', `${resource}_id`, `${resource}_slug`]
  if (at > 0 && names.includes(name)) return params[segments[at]!.slice(1, -1)]
  return undefined
}

function ignoredBecause(operation: string, path: FieldPath, key: string, value: unknown): string | undefined {
  const exact = IGNORED.get(`${operation} ${[...path, key].join('.')}`)
  if (exact !== undefined) return exact
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (isText && path.length > 0 && !MEANINGFUL.test(key)) return IGNORED.get(`${operation} ${[...path, '*'].join('.')}`)
  if (operation.startsWith('analytics.') && path.length === 0 && ORDER_FIELDS.has(key))
    return 'results have a fixed order'
  return undefined
}

function contradiction({ path }: Pick<Operation, 'path'>, key: string, repeated: string): GatewayError {
  const isOrganisation = /^organi[sz]ation_?id$/i.test(key)
  return new GatewayError('invalid_parameter', {
    param: key,
    message: isOrganisation
      ? `${key} is not your organisation.`
      : `${key} contradicts the path /v1${path}, which says ${JSON.stringify(repeated.slice(0, 128))}.`,
    hint: `Leave ${key} out${isOrganisation ? '' : ', or send the same value as in the path'}.`,
  })
}

/** Known names by their snake case, to accept names that differ only in style: `pageSize` and `page_size`. */
export function spellingsOf(known: readonly string[]): ReadonlyMap<string, string> {
  return new Map(known.map((name) => [snakeCase(name), name]))
}

export function snakeCase(name: string): string {
  return name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return name.endsWith('s') ? name.slice(0, -1) : name
}
