import { expect, test } from 'bun:test'
import { ENDPOINTS } from './endpoints.ts'
import { OWN_RESOURCES, RESERVED, refuseReserved } from './reserved-paths.ts'

const CALLS = RESERVED.flatMap(([methods, path]) =>
  methods.split(' ').map((method) => [method, path.replaceAll('{}', 'some-id')] as const),
)

const refusal = (method: string, path: string) => {
  try {
    refuseReserved(method, path)
    return null
  } catch (error) {
    return error
  }
}

test.each(CALLS)('%s %s is refused in any spelling, and the error says how to reach a provider', (method, path) => {
  const letter = path.charCodeAt(1).toString(16)
  for (const spelling of [path, `${path}/`, `/${path}`, `/.${path}`, `/x/..${path}`, `/%${letter}${path.slice(2)}`]) {
    const error = refusal(method, spelling)
    expect([spelling, error]).toMatchObject([spelling, { code: 'not_found', status: 404 }])
    expect((error as { hint: string }).hint).toContain('/v1/proxy/')
  }
})

/** Read as a file, because an import would give the compiler a type of 80 000 lines. */
const openapi: { readonly paths: Readonly<Record<string, object>> } = await Bun.file(
  new URL('../../../contract/openapi.json', import.meta.url),
).json()

const SERVED = Object.entries(openapi.paths).flatMap(([path, operations]) =>
  Object.keys(operations)
    .filter((name) => /^(?:get|put|post|delete|patch)$/.test(name))
    .map((method) => ({ method: method.toUpperCase(), path, pattern: path.replace(/\{[a-z_]+\}/g, '[^/]+') })),
)

test('no path the gateway serves is reserved, and other spellings of it go to no provider', () => {
  expect(SERVED.length).toBeGreaterThan(100)
  for (const { method, path, pattern } of SERVED) {
    const called = path.replace(/\{[a-z_]+\}/g, 'x')
    expect([called, refusal(method, called)]).toEqual([called, null])
    expect([called, refusal(method, `${called}/`)]).toMatchObject([called, { code: 'not_found' }])
    expect([path, OWN_RESOURCES.has(path.split('/')[1]!)]).toEqual([path, true])
    const twins = CALLS.filter(([reserved, at]) => reserved === method && new RegExp(`^${pattern}$`).test(at))
    expect(twins).toEqual([])
  }
})

test.each([
  ...ENDPOINTS.map(({ method, path }) => [method, path.replace('{id}', 'x')] as const),
  ['POST', '/files'],
  ['GET', '/files/'],
  ['POST', '/batches'],
  ['POST', '/fine_tuning/jobs'],
  ['POST', '/assistants'],
  ['POST', '/threads/x/runs'],
  ['POST', '/vector_stores'],
  ['POST', '/vector_stores/x/files'],
  ['GET', '/realtime'],
  ['POST', '/realtime/client_secrets'],
  ['POST', '/rerank'],
  ['POST', '/uploads'],
  ['POST', '/evals'],
  ['POST', '/containers'],
  ['POST', '/conversations'],
  ['POST', '/videos'],
  ['GET', '/organization/usage/completions'],
  ['GET', '/models/meta-llama%2Fllama'],
  ['POST', '/deployments/gpt/chat/completions'],
  ['GET', '/deployments'],
  ['PATCH', '/integrations/x'],
  ['POST', '/integrations/x/y/z'],
  ['POST', '/integrationsx'],
  ['POST', '/guardrail/x/apply'],
])('%s %s goes to the provider', (method, path) => {
  expect(refusal(method, path)).toBeNull()
})
