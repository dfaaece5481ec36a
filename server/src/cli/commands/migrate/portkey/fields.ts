/** Fields that several resources of Portkey share. */

import { isObject, type JsonObject, objectsOf } from '../../../remote.ts'
import { budgetIn, pick } from '../../kinds/kind.ts'
import type { Conversion } from '../conversion.ts'

/** The ids that the gateway accepts for a new resource. */
const ID = /^(?=[0-9]*[A-Za-z_-])[A-Za-z0-9_-]{1,64}$/
const BUDGET = ['type', 'credit_limit', 'alert_threshold', 'periodic_reset', 'periodic_reset_days']

/** The id, if the gateway can keep it. Otherwise reports it. An id that equals the slug is omitted. */
export function idOf({ id, slug }: JsonObject, subject: string, conversion: Conversion): JsonObject {
  if (isId(id) && id !== slug) return { id }
  if (id != null && id !== '' && id !== slug)
    conversion.skip(`${subject}: the id "${String(id)}" cannot be kept; it gets a new one`)
  return {}
}

export function isId(id: unknown): id is string {
  return typeof id === 'string' && ID.test(id)
}

/** Reads an object, or a list of one. The usage of the budget is not migrated. */
export function budgetOf(value: unknown, subject: string, conversion: Conversion): JsonObject | null {
  const [first, ...more] = Array.isArray(value) ? objectsOf(value) : isObject(value) ? [value] : []
  if (more.length > 0) conversion.skip(`${subject}: it has ${more.length + 1} budgets; only the first is carried over`)
  if (first === undefined || first['credit_limit'] === null || first['credit_limit'] === undefined) return null
  if (Number(first['current_usage'] ?? 0) > 0)
    conversion.note(`${subject}: its budget starts at 0; ${first['current_usage']} was used there`)
  return budgetIn(pick(first, BUDGET))
}

export function rateLimitsOf(value: unknown): readonly JsonObject[] {
  const limits = Array.isArray(value) ? objectsOf(value) : isObject(value) ? [value] : []
  return limits.map((limit) => pick(limit, ['type', 'unit', 'value']))
}

/** The expiry time, and whether it has passed. `text` is null if there is none. */
export function expiryOf(value: unknown): { readonly isPast: boolean; readonly text: string | null } {
  if (typeof value !== 'string' || value === '') return { isPast: false, text: null }
  return { isPast: Date.parse(value) <= Date.now(), text: value }
}
