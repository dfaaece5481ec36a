/** The error responses of the OpenAPI document. */

import { ERRORS } from '../../core/error-table.ts'
import type { Operation } from '../endpoint.ts'

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
        doc_url: { type: 'string' },
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

export const REFUSALS = Object.fromEntries(
  Object.entries(SENTENCES).map(([name, description]) => [
    name,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ]),
)

/** The error responses that an operation can return, by status. */
export function refusalsOf(operation: Operation): Record<string, unknown> {
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
