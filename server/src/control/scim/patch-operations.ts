/** Reads the body of a PATCH request (RFC 7644, section 3.5.2). */

import { isObject, type JsonObject } from '../../core/json.ts'
import { memberNamed } from './filter.ts'
import { PATCH_SCHEMA } from './schemas.ts'
import { badRequest } from './scim-error.ts'

const MAX_OPERATIONS = 1_000
const OPS = ['add', 'replace', 'remove'] as const

export type PatchOperation = {
  readonly op: (typeof OPS)[number]
  readonly path: string | null
  /** Undefined if the operation has no value. */
  readonly value: unknown
}

export function readOperations(body: JsonObject): readonly PatchOperation[] {
  const schemas = memberNamed(body, 'schemas')
  if (!Array.isArray(schemas) || !schemas.includes(PATCH_SCHEMA))
    throw badRequest('invalidSyntax', `schemas must contain ${PATCH_SCHEMA}.`)
  const operations = memberNamed(body, 'operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw badRequest('invalidSyntax', 'Operations must be a list of at least one operation.')
  if (operations.length > MAX_OPERATIONS)
    throw badRequest('tooMany', `A PATCH has at most ${MAX_OPERATIONS} operations. Send several requests.`)
  return operations.map(readOperation)
}

function readOperation(given: unknown, index: number): PatchOperation {
  if (!isObject(given)) throw badRequest('invalidSyntax', `Operations[${index}] is not an object.`)
  const named = memberNamed(given, 'op')
  // Entra writes "Add", "Replace" and "Remove".
  const op = OPS.find((one) => typeof named === 'string' && named.toLowerCase() === one)
  if (op === undefined) throw badRequest('invalidSyntax', `Operations[${index}].op must be add, replace or remove.`)
  const path = memberNamed(given, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw badRequest('invalidPath', `Operations[${index}].path must be a string.`)
  const value = memberNamed(given, 'value')
  if (op !== 'remove' && value === undefined)
    throw badRequest('invalidValue', `Operations[${index}] has no value to ${op}.`)
  return { op, path: typeof path === 'string' && path.trim() !== '' ? path.trim() : null, value }
}
