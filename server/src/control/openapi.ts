/** Generates the OpenAPI 3.1 document of the admin API from the operation definitions. */

import type { Operation } from './endpoint.ts'
import { describeOperation } from './openapi/describe-operation.ts'
import { ERROR_SCHEMA, REFUSALS } from './openapi/refusals.ts'
import { shareParameters } from './openapi/share-parameters.ts'
import { SharedSchemas } from './openapi/shared-schemas.ts'
import { tagsOf } from './openapi/tags.ts'

const ABOUT = `Manage keys, configs, prompts, budgets, logs and people over HTTP.

Send a gateway key as \`x-gateway-api-key\`, or sign in and send the session cookie. An Admin key can access every
workspace; select one with \`workspace_id\`. A workspace key can access its own workspace only: resources of other
workspaces return 404. Lists take \`current_page\` (starting at 0) and \`page_size\`. Times are ISO 8601 in UTC. All errors
have the same format: a code, a message and a hint. To retry a POST request safely, send an \`Idempotency-Key\`: for 24
hours, repeated requests return the first response and create nothing new.`

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
          description: 'A gateway key, for clients that cannot send a custom header.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'gatehouse_session',
          description: 'Named `__Host-gatehouse` on https. Requests that change something also need `x-gateway-csrf: 1`.',
        },
      },
      parameters: {
        ...shared.parameters,
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'A unique value that you choose. Repeating the request with it within 24 hours returns the first response.',
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
