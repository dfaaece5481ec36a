/** Describes one operation in OpenAPI format. */

import { z } from 'zod'
import type { Operation, Permission } from '../endpoint.ts'
import { refusalsOf } from './refusals.ts'
import type { JsonSchema, SharedSchemas } from './shared-schemas.ts'
import { tagOf } from './tags.ts'

export function describeOperation(operation: Operation, shelf: SharedSchemas) {
  const { name, summary, description, permission, method, audit } = operation
  return {
    operationId: name,
    tags: [tagOf(operation)],
    summary,
    description: [description, describePermission(permission)].filter((text) => text !== undefined).join(' '),
    ...(permission === 'public' && { security: [] }),
    'x-scopes': typeof permission === 'object' ? [permission.scope, ...(permission.or ?? [])] : [],
    'x-permission': typeof permission === 'object' ? 'scope' : permission,
    ...(audit !== null && { 'x-audit-action': audit }),
    parameters: [
      ...pathParameters(operation),
      ...queryParameters(operation, shelf),
      ...(method === 'POST' && audit !== null && permission !== 'public'
        ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
        : []),
    ],
    ...(operation.body !== null && { requestBody: requestBody(operation, operation.body, shelf) }),
    responses: { 200: describeReply(operation, shelf), ...refusalsOf(operation) },
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

function queryParameters({ name, query, example }: Operation, shelf: SharedSchemas): JsonSchema[] {
  return Object.entries(query.shape).map(([parameter, schema]) => {
    const described = shelf.schemaOf(schema as z.ZodType, 'input', `${name} ${parameter}`)
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

/** Zod gives coerced numbers no input type; in a query they are text. */
function asText(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).some((key) => ['type', 'anyOf', 'enum', 'const', '$ref', 'allOf', 'oneOf'].includes(key))
    ? schema
    : { type: 'string', ...schema }
}

function requestBody({ name, example }: Operation, body: z.ZodType, shelf: SharedSchemas): JsonSchema {
  return {
    required: !body.safeParse({}).success,
    content: {
      'application/json': {
        schema: shelf.schemaOf(body, 'input', `${name} body`),
        ...(example?.body !== undefined && { example: example.body }),
      },
    },
  }
}

function describeReply({ name, reply }: Operation, shelf: SharedSchemas): JsonSchema {
  if (reply instanceof z.ZodType) {
    const schema = shelf.schemaOf(reply, 'output', `${name} reply`)
    return { description: 'Success.', content: { 'application/json': { schema } } }
  }
  return { description: reply.about, content: { [reply.contentType]: { schema: { type: 'string' } } } }
}
