import { expect, test } from 'bun:test'
import { z } from 'zod'
import type { Caller } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import { endpoint, type Operation } from './endpoint.ts'
import { Control } from './mount.ts'

function caller(changes: Partial<Caller> = {}): Caller {
  const scopes: ReadonlySet<string> = new Set(['things.view'])
  return {
    keyId: 'k',
    keyName: 'n',
    kind: 'workspace',
    organisationId: 'o',
    workspaceId: 'w',
    scopes,
    allowInference: true,
    expiresAtMs: null,
    ...changes,
  }
}

const list = endpoint({
  name: 'things.list',
  method: 'GET',
  path: '/things',
  summary: 'List things',
  permission: 'any key',
  query: z.object({
    page_size: z.coerce.number().int('must be a whole number').default(5),
    colour: z.string().optional(),
  }),
  reply: z.object({ size: z.number() }),
  handle: async ({ query }) => ({ size: query.page_size }),
})
const read = endpoint({
  name: 'things.read',
  method: 'GET',
  path: '/things/{id}',
  summary: 'Read a thing',
  permission: { scope: 'things.view' },
  query: z.object({}),
  reply: z.object({ id: z.string() }),
  handle: async ({ id }) => {
    if (id === 'broken') throw new Error('private detail')
    return { id }
  },
})
const reset = endpoint({
  name: 'things.reset',
  method: 'POST',
  path: '/things/{id}/reset',
  summary: 'Reset a thing',
  permission: 'admin key',
  query: z.object({}),
  reply: z.object({ id: z.string() }),
  handle: async ({ id }) => ({ id }),
})

const OPERATIONS: readonly Operation[] = [list, read, reset]

type ErrorBody = { error: { code: string; message: string; hint: string; param: string | null; trace_id: string } }

async function ask(
  method: string,
  path: string,
  as: Caller | GatewayError = caller(),
  headers: Record<string, string> = {},
) {
  const defects: unknown[] = []
  const authenticate = async () => {
    if (as instanceof GatewayError) throw as
    return as
  }
  const control = new Control(OPERATIONS, {
    authenticate,
    prefixes: ['x-gateway-'],
    onDefect: (error) => void defects.push(error),
  })
  const request = new Request(`http://gateway.example/v1${path}`, { method, headers })
  const match = control.find(method, new URL(request.url).pathname)
  if (match === null) return null
  const response = await control.answer(match, request)
  const body = (await response.json()) as Record<string, unknown> & Partial<ErrorBody>
  return { status: response.status, headers: response.headers, body, error: body.error, defects }
}

test('an operation answers with its reply and the headers of an answer nobody may keep', async () => {
  const answer = await ask('GET', '/things', caller(), { 'x-gateway-trace-id': 'trace-1' })
  expect(answer).toMatchObject({ status: 200, body: { size: 5 } })
  expect(answer?.headers.get('cache-control')).toBe('no-store')
  expect(answer?.headers.get('x-gateway-trace-id')).toBe('trace-1')
  expect(answer?.headers.get('x-gateway-request-id')).toBeString()
})

test('paths that are not listed belong to the gateway', async () => {
  for (const path of ['/other', '/things/1/2', '/thing', '/things/1/reset/x']) expect(await ask('GET', path)).toBeNull()
})

test('our path with another method is 405 with a way to the provider’s endpoint of that name', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await ask(method, '/things/7')
    expect(answer).toMatchObject({ status: 405, error: { code: 'method_not_allowed' } })
    expect(answer?.error?.hint).toContain('/v1/proxy/things/7')
  }
})

test('without a valid key nothing is told, not even that the method is wrong', async () => {
  const stranger = new GatewayError('api_key_missing')
  expect(await ask('GET', '/things', stranger)).toMatchObject({ status: 401, error: { code: 'api_key_missing' } })
  expect(await ask('PUT', '/things', stranger)).toMatchObject({ status: 401 })
})

test('an unknown parameter is refused with a suggestion and the list of known ones', async () => {
  const answer = await ask('GET', '/things?color=red')
  expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_parameter', param: 'color' } })
  expect(answer?.error?.message).toContain('Did you mean "colour"?')
  expect(answer?.error?.hint).toContain('page_size')
  expect(await ask('GET', '/things/1?x=1')).toMatchObject({
    status: 400,
    error: { hint: 'This address takes no parameters.' },
  })
})

test.each(['__proto__', 'constructor', 'toString'])('the parameter %s is as unknown as any other', async (name) => {
  expect(await ask('GET', `/things?${name}=1`)).toMatchObject({
    status: 400,
    error: { code: 'invalid_parameter', param: name },
  })
})

test('a parameter of the wrong type, or sent twice, is refused by name', async () => {
  expect(await ask('GET', '/things?page_size=1.5')).toMatchObject({ status: 400, error: { param: 'page_size' } })
  expect(await ask('GET', '/things?page_size=1&page_size=2')).toMatchObject({
    status: 400,
    error: { param: 'page_size' },
  })
})

test('a key without the scope is told which one it needs', async () => {
  const answer = await ask('GET', '/things/7', caller({ scopes: new Set(['logs.view']) }))
  expect(answer).toMatchObject({ status: 403, error: { code: 'scope_missing' } })
  expect(answer?.error?.message).toContain('things.view')
})

test('the scope itself, or all scopes, let a key in', async () => {
  expect(await ask('GET', '/things/7')).toMatchObject({ status: 200, body: { id: '7' } })
  expect(await ask('GET', '/things/7', caller({ scopes: new Set(['*']) }))).toMatchObject({ status: 200 })
})

test('what only Admin keys may do, a workspace key with all scopes may not', async () => {
  expect(await ask('POST', '/things/7/reset', caller({ scopes: new Set(['*']) }))).toMatchObject({ status: 403 })
  expect(await ask('POST', '/things/7/reset', caller({ kind: 'admin' }))).toMatchObject({
    status: 200,
    body: { id: '7' },
  })
})

test('a defect is reported inside and hidden outside', async () => {
  const answer = await ask('GET', '/things/broken')
  expect(answer).toMatchObject({
    status: 500,
    error: { code: 'internal_error' },
    defects: [new Error('private detail')],
  })
  expect(JSON.stringify(answer?.body)).not.toContain('private')
})
