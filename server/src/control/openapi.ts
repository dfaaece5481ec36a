/** The administration interface as an OpenAPI 3.1 document, made from the same definitions that serve it. */

import type { Operation } from './endpoint.ts'
import { describeOperation } from './openapi/describe-operation.ts'
import { ERROR_SCHEMA, REFUSALS } from './openapi/refusals.ts'
import { shareParameters } from './openapi/share-parameters.ts'
import { SharedSchemas } from './openapi/shared-schemas.ts'
import { tagsOf } from './openapi/tags.ts'

const ABOUT = `Everything an administrator can do, over HTTP.

Send a gateway key as \`x-gateway-api-key\`, or sign in and send the session cookie. An Admin key reaches every workspace
and names one with \`workspace_id\`; a workspace key acts in its own. What belongs to another workspace answers as if it did
not exist. Lists take \`current_page\` (from 0) and \`page_size\`. Times are ISO 8601 in UTC. Every refusal has the same
shape, with a code, what is wrong, and how to repair it. A creating call with an \`Idempotency-Key\` can be repeated for a
day: it creates once and gives the same answer each time.`

export function openapi(operations: readonly Operation[], version: string): OpenapiDocument {
  const shelf = new SharedSchemas()
  const paths: Record<string, Record<string, unknown>> = {}
  const shared = shareParameters(operations.map((operation) => describeOperation(operation, shelf)))
  for (const [i, { path, method }] of operations.entries())
    paths[path] = { ...paths[path], [method.toLowerCase()]: shared.operations[i] }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse administration',
      version,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1', description: 'This gateway' }],
    security: [{ gatewayKey: [] }, { bearerKey: [] }, { session: [] }],
    tags: tagsOf(operations),
    paths,
    components: {
      securitySchemes: {
        gatewayKey: { type: 'apiKey', in: 'header', name: 'x-gateway-api-key' },
        bearerKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A gateway key, for clients that send no other header.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'gatehouse_session',
          description: '`__Host-gatehouse` on https. Changes also need the header `x-gateway-csrf: 1`.',
        },
      },
      parameters: {
        ...shared.parameters,
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Chosen by the caller. The same key with the same request creates once, for 24 hours.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      },
      responses: Object.fromEntries(Object.entries(REFUSALS).filter(([name]) => isNamed(name, paths))),
      schemas: { Error: ERROR_SCHEMA, ...shelf.schemas },
    },
  }
}

function isNamed(response: string, paths: unknown): boolean {
  return JSON.stringify(paths).includes(`"#/components/responses/${response}"`)
}

export type OpenapiDocument = {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: object
  }
  readonly servers: readonly object[]
  readonly security: readonly object[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
