import { expect, test } from 'bun:test'
import { type BadBody, badBodies, SchemaJudge } from '../../harness/control/bad-bodies.ts'
import { makeParams, type Params } from '../../harness/control/control-resources.ts'
import { shareChecksum } from '../../harness/control/database-checksum.ts'
import {
  type DocumentedOperation,
  type DocumentedParameter,
  filledPath,
  operationsOf,
  readDocument,
} from '../../harness/control/openapi-document.ts'
import { sampleBody } from '../../harness/control/sample-bodies.ts'
import { type Actor, ControlScene, withKey } from '../../harness/control-scene.ts'
import { partOf } from '../../harness/property-runs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

// The cases are generated from the served OpenAPI document, so new operations are covered automatically.
const gateway = await shareGateway()
const storedContent = shareChecksum(gateway.dataDirectory)
const scene = new ControlScene(gateway)
const document = await readDocument(gateway)
const operations = operationsOf(document)
const judge = new SchemaJudge(document)
const workspaceId = await scene.defaultWorkspace()
const workspaceKey = withKey('workspace key', gateway.workspaceKey)
const person = await scene.person('admin')

type ErrorBody = { error?: { code?: string; param?: string | null; hint?: string; message?: string } }

/** The resources of a path serve all of its tests, because no invalid call changes them. */
const paramsOfPath = new Map<string, Promise<Params>>()

function paramsOf({ path }: DocumentedOperation): Promise<Params> {
  const params = paramsOfPath.get(path) ?? makeParams(scene, path, workspaceId)
  paramsOfPath.set(path, params)
  return params
}

/** Resources that only users have. */
const PERSONAL: ReadonlySet<string> = new Set(['/sessions/{id}', '/users/me/passkeys/{id}', '/device-logins/{id}'])

/** Only workspace keys write logs and feedback. */
function actorFor({ scopes, permission, path }: DocumentedOperation): Actor | null {
  if (permission === 'public') return null
  if (PERSONAL.has(path)) return person
  return scopes.includes('logs.write') ? workspaceKey : scene.admin
}

/** Empty if the response is the expected error. */
async function surprise(reply: Response, wanted: Pick<BadBody, 'status' | 'param'>): Promise<string> {
  const text = await reply.text()
  const seen = `${reply.status} ${text.slice(0, 300)}`
  if (reply.status < 400 || reply.status >= 500) return seen
  const { error } = JSON.parse(text) as ErrorBody
  if (!error?.code || !error.hint || !error.message || error.message.length > 800) return seen
  if (wanted.status !== undefined && reply.status !== wanted.status) return `${seen}, not ${wanted.status}`
  // An unauthenticated caller gets an error about the key, not about the body.
  if (wanted.param !== undefined && reply.status === 400 && !isNamed(error, wanted.param))
    return `${seen}: ${wanted.param} is not named`
  return ''
}

function isNamed({ param, message }: NonNullable<ErrorBody['error']>, name: string): boolean {
  return `${param} ${message}`.includes(name)
}

/** The body limit of calls without a key. */
const PUBLIC_BODY_BYTES = 16 * 1024

// Here because this file compiles the schemas of all bodies.
test.each(operations.filter(({ body }) => body?.example !== undefined))(
  'the example of $method $path matches its schema',
  ({ body }) => {
    expect(judge.flaws(body!.schema, body!.example)).toEqual([])
  },
)

/** This operation does not exist and returns the same explanation for every body. */
const withBody = operations.filter(({ body, id }) => body !== null && id !== 'api-keys.create-organisation-user')

test.each(withBody)('$method $path rejects every invalid body', async (operation) => {
  const params = await paramsOf(operation)
  const good = sampleBody(operation)
  const before = storedContent()
  const surprises: string[] = []
  const cases = badBodies(operation, good, judge).filter(
    ({ title }) => title !== 'an unknown field' || !takesAnyField(operation),
  )
  expect(cases.length).toBeGreaterThanOrEqual(13)
  for (const { title, body, headers, ...wanted } of partOf(cases, operations.indexOf(operation))) {
    const reply = await fetch(gateway.baseURL + filledPath(operation.path, params), {
      method: operation.method,
      headers: { ...actorFor(operation)?.headers, 'content-type': 'application/json', ...headers },
      body,
    })
    const sizeBytes = typeof body === 'string' ? Buffer.byteLength(body) : 0
    const isTooLarge = operation.permission === 'public' && sizeBytes > PUBLIC_BODY_BYTES
    // Forms are refused for sessions: other sites can make a browser send forms with the session cookie.
    const isForm = title === 'another content type' && PERSONAL.has(operation.path)
    const seen = await surprise(reply, isTooLarge ? { status: 413 } : isForm ? { status: 403 } : wanted)
    if (seen !== '') surprises.push(`${title}: ${seen}`)
  }
  expect(surprises).toEqual([])
  expect(storedContent()).toEqual(before)
})

/** Render accepts any model parameter; identity providers may send more than the token. */
function takesAnyField({ id }: DocumentedOperation): boolean {
  return id === 'prompts.render' || id === 'sso.logout'
}

const BAD_VALUES: Readonly<Record<string, readonly string[]>> = {
  page_size: ['0', '-1', '1e9', 'abc', '1.5', '', 'Infinity', '0x10', '1000000000000000000000'],
  pageSize: ['0', '-1', '1e9', 'abc', '1.5', ''],
  current_page: ['-1', 'abc', '1.5', 'NaN', '1e300'],
  currentPage: ['-1', 'abc', '1.5', 'NaN'],
}

function goodValue({ schema }: DocumentedParameter): string {
  const allowed = schema['enum']
  return Array.isArray(allowed) ? String(allowed[0]) : 'x'
}

function badSearches({ parameters }: DocumentedOperation): { search: string; param: string }[] {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const twice = inQuery.slice(0, 1).map(({ name }) => ({ search: `${name}=1&${name}=1`, param: name }))
  const valued = inQuery.flatMap(({ name, schema }) => {
    const isTyped = schema['enum'] !== undefined || ['integer', 'number', 'boolean'].includes(String(schema['type']))
    const values = BAD_VALUES[name] ?? (isTyped ? ['no such value', '{}'] : [])
    return [...values, 'a\0b'].map((value) => ({
      search: `${name}=${encodeURIComponent(value)}${others(name)}`,
      param: name,
    }))
  })
  /** The required parameters, because the gateway reports missing parameters first. */
  function others(name: string): string {
    const needed = inQuery.filter((parameter) => parameter.required && parameter.name !== name)
    return needed.map((parameter) => `&${parameter.name}=${encodeURIComponent(goodValue(parameter))}`).join('')
  }
  const unknown = ['no_such_parameter', '__proto__', 'constructor'].map((name) => ({
    search: `${name}=1`,
    param: name,
  }))
  return [...twice, ...valued, ...unknown]
}

test.each(operations)('$method $path rejects every invalid parameter by name', async (operation) => {
  const params = await paramsOf(operation)
  const before = storedContent()
  const surprises: string[] = []
  for (const { search, param } of partOf(badSearches(operation), operations.indexOf(operation))) {
    const reply = await fetch(`${gateway.baseURL}${filledPath(operation.path, params)}?${search}`, {
      method: operation.method,
      headers: { ...actorFor(operation)?.headers },
    })
    const seen = await surprise(reply, { status: 400, param })
    if (seen !== '') surprises.push(`${search}: ${seen}`)
  }
  expect(surprises).toEqual([])
  expect(storedContent()).toEqual(before)
})

const STRANGE_IDS = [
  '%00',
  'a%00b',
  '%FF',
  '..%2F..%2Fetc',
  "'%20or%201=1%20--",
  '__proto__',
  'x'.repeat(5_000),
  '%F0%9F%98%80',
  '%25',
  '-1',
]

test.each(operations.filter(({ path }) => path.includes('{') && !path.startsWith('/analytics/')))(
  '$method $path returns 404 for a malformed id',
  async (operation) => {
    const before = storedContent()
    const surprises: string[] = []
    for (const id of partOf(STRANGE_IDS, operations.indexOf(operation))) {
      const body = sampleBody(operation)
      const reply = await fetch(gateway.baseURL + operation.path.replace(/\{[a-z_]+\}/g, id), {
        method: operation.method,
        headers: { ...actorFor(operation)?.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const seen = await surprise(reply, { status: 404 })
      if (seen !== '') surprises.push(`${id.slice(0, 20)}: ${seen}`)
    }
    expect(surprises).toEqual([])
    expect(storedContent()).toEqual(before)
  },
)
