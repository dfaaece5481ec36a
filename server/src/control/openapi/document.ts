/** Generates the OpenAPI 3.1 document of the admin API from the operation definitions. */

import type { Operation } from '../endpoint.ts'
import {
  describeOperation,
  ERROR_RESPONSES,
  ERROR_SCHEMA,
  type JsonSchema,
  SharedSchemas,
  tagOf,
} from './describe-operation.ts'

/** In the order of the API reference. */
const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'api-keys': 'Keys that authenticate requests to the gateway.',
  scopes: 'Permissions that keys can hold.',
  'virtual-keys': 'Provider credentials stored in the gateway.',
  'secret-references': 'References to secrets in an external secret store.',
  providers: 'Virtual keys under their other name, and virtual keys that use an integration.',
  integrations: 'Provider accounts of the organisation that workspaces share.',
  'supported-providers': 'The providers that the gateway supports.',
  configs: 'Saved routing configs with versions.',
  guardrails: 'Checks of requests and responses, saved with versions.',
  'virtual-models': 'Names for the `model` of a request that a config routes.',
  prompts: 'Saved prompts with variables and versions.',
  'prompt-partials': 'Template fragments that prompts include.',
  labels: 'Named references to prompt versions.',
  collections: 'Folders of prompts.',
  prices: 'Custom model prices that override the price list.',
  'model-catalogue': 'Models that virtual keys reach, with prices and usage.',
  policies: 'Rules that apply budgets and rate limits.',
  alerts: 'Alert rules, their channels and the history of alerts.',
  sinks: 'Places outside of the gateway that receive logs.',
  privacy: 'Exports and erasures of one person, with receipts.',
  breakers: 'Circuit breakers of failing targets.',
  cache: 'The simple and semantic response cache.',
  logs: 'Request logs with attempts and routing decisions.',
  traces: 'Requests that share a trace id.',
  'log-exports': 'Exports of request logs to files.',
  analytics: 'Requests, cost, tokens, latency and errors over time.',
  feedback: 'Ratings of responses.',
  organisation: 'Settings of the whole organisation.',
  workspaces: 'Isolated sets of keys, configs, prompts and logs.',
  'workspace-users': 'Members of a workspace and their roles.',
  'workload-issuers': 'Issuers of JWTs that callers send instead of a gateway key.',
  'body-keys': 'Keys that encrypt logged bodies, and their rotation.',
  users: 'People who can sign in.',
  'sso-connections': 'Identity providers that users sign in with.',
  sso: 'Sign-in by single sign-on.',
  roles: 'Built-in and custom roles, and their permissions.',
  'access-review': 'Who has access to what, and by which grant.',
  'group-mappings': 'Rules that give the members of a group a role.',
  'scim-log': 'Requests from the identity provider at /scim/v2.',
  invites: 'Invitations to create a user account.',
  sessions: 'Sign in, sign out and passwords.',
  'device-logins': 'Logins of command lines and other programs that a user approves in the browser.',
  'second-factors': 'Passkeys, authenticator apps and recovery codes.',
  claim: 'Creation of the first owner.',
  demo: 'A demo workspace with generated logs.',
  'audit-logs': 'Admin actions, successful and rejected.',
}

function tagsOf(operations: readonly Operation[]): { name: string; description: string }[] {
  const used = new Set(operations.map(tagOf))
  const order = Object.keys(TAG_DESCRIPTIONS)
  return [...used]
    .sort((left, right) => positionIn(order, left) - positionIn(order, right))
    .map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? '' }))
}

function positionIn(order: readonly string[], name: string): number {
  const position = order.indexOf(name)
  return position < 0 ? order.length : position
}

const ABOUT = `Manage keys, configs, prompts, budgets, logs and people over HTTP.

Send a gateway key as \`x-gateway-api-key\`, or sign in and send the session cookie. An Admin key can access every
workspace; select one with \`workspace_id\`. A workspace key can access its own workspace only: resources of other
workspaces return 404. Lists take \`current_page\` (starting at 0) and \`page_size\`. Times are ISO 8601 in UTC. All errors
have the same format: a code, a message and a hint. To retry a POST request safely, send an \`Idempotency-Key\`: for 24
hours, repeated requests return the first response and create nothing new.`

export function openapiDocument(operations: readonly Operation[], version: string): OpenapiDocument {
  const schemas = new SharedSchemas()
  const paths: Record<string, Record<string, unknown>> = {}
  const shared = shareParameters(operations.map((operation) => describeOperation(operation, schemas)))
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
          description:
            'Named `__Host-gatehouse` on https. Requests that change something also need `x-gateway-csrf: 1`.',
        },
      },
      parameters: {
        ...shared.parameters,
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A unique value that you choose. Repeating the request with it within 24 hours returns the first response.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      },
      responses: Object.fromEntries(Object.entries(ERROR_RESPONSES).filter(([name]) => isNamed(name, paths))),
      schemas: { Error: ERROR_SCHEMA, ...schemas.schemas },
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

const SHARED_FROM = 3

type WithParameters = { readonly parameters: readonly JsonSchema[] } & JsonSchema

export type SharedParameters<Operation> = {
  readonly operations: readonly Operation[]
  readonly parameters: Readonly<Record<string, JsonSchema>>
}

function shareParameters<Operation extends WithParameters>(
  operations: readonly Operation[],
): SharedParameters<Operation> {
  const uses = new Map<string, number>()
  for (const { parameters } of operations)
    for (const parameter of parameters) uses.set(textOf(parameter), (uses.get(textOf(parameter)) ?? 0) + 1)
  const shared = new Map<string, string>()
  const described: Record<string, JsonSchema> = {}
  for (const [text, count] of uses) {
    const parameter = JSON.parse(text) as JsonSchema
    if (count < SHARED_FROM || parameter['$ref'] !== undefined) continue
    const name = freeName(`${parameter['in']}_${parameter['name']}`, described)
    described[name] = parameter
    shared.set(text, name)
  }
  const linked = (parameter: JsonSchema): JsonSchema => {
    const name = shared.get(textOf(parameter))
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
  }
  return {
    operations: operations.map((operation) => ({ ...operation, parameters: operation.parameters.map(linked) })),
    parameters: described,
  }
}

function textOf(parameter: JsonSchema): string {
  return JSON.stringify(parameter)
}

/** Adds a number if another parameter with this name has a different schema. */
function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  let free = name
  for (let i = 2; Object.hasOwn(taken, free); i++) free = `${name}_${i}`
  return free
}
