/** Describes one operation in OpenAPI format. */

import { z } from 'zod'
import { ERRORS } from '../../core/error-table.ts'
import type { Operation, Permission } from '../endpoint.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export class SharedSchemas {
  readonly schemas: Record<string, JsonSchema> = {}

  /** `owner` prefixes the names of inner schemas to make them unique. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output', owner: string): JsonSchema {
    const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
    const prefix = owner.replace(/[^A-Za-z0-9]+(.)?/g, (_match, next: string | undefined) => next?.toUpperCase() ?? '')
    const nameOf = (inner: string) => `${prefix}_${inner}`
    for (const [inner, definition] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>))
      this.#put(nameOf(inner), relink(definition, nameOf))
    const linked = relink(rest, nameOf) as JsonSchema
    if (!JSON.stringify(linked).includes(`"${REFERENCE}${nameOf('itself')}"`)) return linked
    this.#put(nameOf('itself'), linked)
    return { $ref: `${REFERENCE}${nameOf('itself')}` }
  }

  #put(name: string, schema: unknown): void {
    this.schemas[name] = schema as JsonSchema
  }
}

const REFERENCE = '#/components/schemas/'

/** Rewrites references: `#` is the schema itself, `#/$defs/x` an inner schema. */
function relink(value: unknown, nameOf: (inner: string) => string): unknown {
  if (Array.isArray(value)) return value.map((inner) => relink(inner, nameOf))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(spelledOut(value as JsonSchema)).map(([name, inner]): [string, unknown] => {
    if (name !== '$ref' || typeof inner !== 'string') return [name, relink(inner, nameOf)]
    return [name, REFERENCE + nameOf(inner === '#' ? 'itself' : inner.replace('#/$defs/', ''))]
  })
  return Object.fromEntries(entries)
}

/** Converts a record with enumerated keys (`propertyNames`) to `properties`, which readers and linters understand. */
function spelledOut(schema: JsonSchema): JsonSchema {
  const { propertyNames, additionalProperties: inner, ...rest } = schema
  const names = (propertyNames as JsonSchema | undefined)?.['enum']
  if (!Array.isArray(names)) return schema
  const properties = Object.fromEntries(names.map((name) => [String(name), inner]))
  return { ...rest, properties, additionalProperties: false }
}

export const ERROR_SCHEMA = {
  type: 'object',
  required: ['status', 'message', 'error'],
  properties: {
    status: { const: 'failure' },
    message: { type: 'string', description: 'What went wrong.' },
    error: {
      type: 'object',
      required: ['message', 'type', 'code', 'param', 'hint', 'doc_url', 'trace_id'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        code: { enum: Object.keys(ERRORS) },
        param: { type: ['string', 'null'], description: 'The invalid field, parameter or header.' },
        hint: { type: 'string', description: 'How to fix it.' },
        details: { type: 'array', items: { type: 'string' }, description: 'Further errors.' },
        doc_url: { type: 'string', description: 'Absolute URL of the description of this error, at this gateway.' },
        trace_id: { type: 'string' },
      },
    },
  },
}

const SENTENCES = {
  BadRequest: 'A field, parameter or header is missing, unknown or has the wrong type.',
  Unauthorized: 'The API key or session is missing, unknown or expired.',
  Forbidden: 'The scopes of the key or the role of the user do not allow this.',
  NotFound: 'The resource does not exist or belongs to another workspace.',
  Conflict: 'The resource already exists, is in use or was changed by another request.',
  TooLarge: 'The body is too large.',
  WrongType: 'The body is not JSON, or is compressed.',
  Refused: 'Any other error.',
} as const

export const ERROR_RESPONSES = Object.fromEntries(
  Object.entries(SENTENCES).map(([name, description]) => [
    name,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ]),
)

/** The error responses that an operation can return, by status. */
function errorResponsesOf(operation: Operation): Record<string, unknown> {
  const link = (name: keyof typeof SENTENCES) => ({ $ref: `#/components/responses/${name}` })
  return {
    400: link('BadRequest'),
    ...(operation.permission !== 'public' && { 401: link('Unauthorized') }),
    ...(operation.permission !== 'public' && { 403: link('Forbidden') }),
    ...(operation.permission !== 'public' && { 404: link('NotFound') }),
    ...(operation.audit !== null && { 409: link('Conflict') }),
    ...(operation.body !== null && { 413: link('TooLarge'), 415: link('WrongType') }),
    default: link('Refused'),
  }
}

const STEP_UP = 'A signed-in user must have confirmed their identity in the last ten minutes; API keys need not.'

export function describeOperation(operation: Operation, schemas: SharedSchemas) {
  const { name, summary, description, permission, method, audit } = operation
  return {
    operationId: name,
    tags: [tagOf(operation)],
    summary,
    description: [description, describePermission(permission), operation.stepUp ? STEP_UP : undefined]
      .filter((text) => text !== undefined)
      .join(' '),
    ...(permission === 'public' && { security: [] }),
    'x-scopes': typeof permission === 'object' ? [permission.scope, ...(permission.or ?? [])] : [],
    'x-permission': typeof permission === 'object' ? 'scope' : permission,
    ...(audit !== null && { 'x-audit-action': audit }),
    ...(operation.stepUp && { 'x-step-up': true }),
    parameters: [
      ...pathParameters(operation),
      ...queryParameters(operation, schemas),
      ...(method === 'POST' && audit !== null && permission !== 'public'
        ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
        : []),
    ],
    ...(operation.body !== null && { requestBody: requestBody(operation, operation.body, schemas) }),
    responses: { 200: describeReply(operation, schemas), ...errorResponsesOf(operation) },
  }
}

function describePermission(permission: Permission): string {
  if (typeof permission === 'object') {
    const scopes = [permission.scope, ...(permission.or ?? [])].map((scope) => `\`${scope}\``)
    return scopes.length === 1 ? `Requires the scope ${scopes[0]}.` : `Requires one of the scopes ${scopes.join(', ')}.`
  }
  return permission === 'public' ? 'Requires no authentication.' : 'Available to every API key and signed-in user.'
}

function pathParameters({ path }: Operation): JsonSchema[] {
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters({ name, query, example }: Operation, schemas: SharedSchemas): JsonSchema[] {
  return Object.entries(query.shape).map(([parameter, schema]) => {
    const described = schemas.schemaOf(schema as z.ZodType, 'input', `${name} ${parameter}`)
    const { description, ...rest } = described
    const value = example?.query?.[parameter]
    const isList = rest['type'] === 'array'
    return {
      name: parameter,
      in: 'query',
      required: !(schema as z.ZodType).safeParse(undefined).success,
      ...(typeof description === 'string' && { description }),
      ...(isList && { style: 'form', explode: false }),
      schema: asText(rest),
      ...(value !== undefined && { example: exampleOf(value, rest) }),
    }
  })
}

/** Converts the text of a query parameter to the type of its schema. */
function exampleOf(value: string, { type }: JsonSchema): unknown {
  if (type === 'array') return value.split(',')
  return type === 'integer' || type === 'number' || type === 'boolean' ? JSON.parse(value) : value
}

/** Zod gives coerced numbers no input type. In a query they are strings. */
function asText(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).some((key) => ['type', 'anyOf', 'enum', 'const', '$ref', 'allOf', 'oneOf'].includes(key))
    ? schema
    : { type: 'string', ...schema }
}

function requestBody({ name, example }: Operation, body: z.ZodType, schemas: SharedSchemas): JsonSchema {
  return {
    required: !body.safeParse({}).success,
    content: {
      'application/json': {
        schema: schemas.schemaOf(body, 'input', `${name} body`),
        ...(example?.body !== undefined && { example: example.body }),
      },
    },
  }
}

function describeReply({ name, reply }: Operation, schemas: SharedSchemas): JsonSchema {
  if (reply instanceof z.ZodType) {
    const schema = schemas.schemaOf(reply, 'output', `${name} reply`)
    return { description: 'Success.', content: { 'application/json': { schema } } }
  }
  return { description: reply.about, content: { [reply.contentType]: { schema: { type: 'string' } } } }
}

/** The tag of an operation is the first word of its name. */
export function tagOf(operation: Operation): string {
  return operation.name.slice(0, operation.name.indexOf('.')).replaceAll('_', '-')
}
