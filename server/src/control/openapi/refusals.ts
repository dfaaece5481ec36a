/** Refusals as the OpenAPI document names them. */

import { ERRORS } from '../../core/error-table.ts'
import type { Operation } from '../endpoint.ts'

export const ERROR_SCHEMA = {
  type: 'object',
  required: ['status', 'message', 'error'],
  properties: {
    status: { const: 'failure' },
    message: { type: 'string', description: 'What happened and why.' },
    error: {
      type: 'object',
      required: ['message', 'type', 'code', 'param', 'hint', 'doc_url', 'trace_id'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        code: { enum: Object.keys(ERRORS) },
        param: { type: ['string', 'null'], description: 'The field, parameter or header that is wrong.' },
        hint: { type: 'string', description: 'How to repair it.' },
        details: { type: 'array', items: { type: 'string' }, description: 'Further problems.' },
        doc_url: { type: 'string' },
        trace_id: { type: 'string' },
      },
    },
  },
}

const SENTENCES = {
  BadRequest: 'A field, parameter or header is missing, unknown or of the wrong type.',
  Unauthorized: 'No key or session, or one that is not known or has expired.',
  Forbidden: 'The key’s scopes or the person’s role do not allow it.',
  NotFound: 'It does not exist, or belongs to another workspace.',
  Conflict: 'It exists already, is in use, or was changed meanwhile.',
  TooLarge: 'The body is too large.',
  WrongType: 'The body is not JSON, or is compressed.',
  Refused: 'Any other refusal.',
} as const

export const REFUSALS = Object.fromEntries(
  Object.entries(SENTENCES).map(([name, description]) => [
    name,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ]),
)

/** Which refusals an operation can give, by status. */
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
