/** The administration interface as an OpenAPI 3.1 document, made from the same definitions that serve it. */

import { z } from 'zod'
import { ERRORS } from '../core/error-table.ts'
import type { Operation, Permission } from './endpoint.ts'

const ERROR_SCHEMA = {
  type: 'object',
  required: ['status', 'message', 'error'],
  properties: {
    status: { const: 'failure' },
    message: { type: 'string' },
    error: {
      type: 'object',
      required: ['message', 'type', 'code', 'param', 'hint', 'doc_url', 'trace_id'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        code: { enum: Object.keys(ERRORS) },
        param: { type: ['string', 'null'] },
        hint: { type: 'string' },
        details: { type: 'array', items: { type: 'string' } },
        doc_url: { type: 'string' },
        trace_id: { type: 'string' },
      },
    },
  },
}

export function openapi(operations: readonly Operation[], version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Gatehouse administration', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/v1' }],
    security: [{ gatewayKey: [] }],
    paths,
    components: {
      securitySchemes: { gatewayKey: { type: 'apiKey', in: 'header', name: 'x-gateway-api-key' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  }
}

function describe(operation: Operation): unknown {
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: describePermission(operation.permission),
    parameters: [...pathParameters(operation), ...queryParameters(operation)],
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(operation.reply, 'output') } } },
      default: {
        description: 'Refused.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function describePermission(permission: Permission): string {
  if (permission === 'any key') return 'Any gateway key may call it.'
  return permission === 'admin key' ? 'Admin keys only.' : `Needs the scope \`${permission.scope}\`.`
}

function pathParameters(operation: Operation): unknown[] {
  return operation.path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : []
}

function queryParameters(operation: Operation): unknown[] {
  return Object.entries(operation.query.shape).map(([name, schema]) => {
    const { description, ...rest } = schemaOf(schema as z.ZodType, 'input')
    return { name, in: 'query', required: false, ...(typeof description === 'string' && { description }), schema: rest }
  })
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}
