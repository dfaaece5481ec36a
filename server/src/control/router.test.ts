import { expect, test } from 'bun:test'
import { z } from 'zod'
import { endpoint, type Operation } from './endpoint.ts'
import { Router } from './router.ts'

function operation(changes: Partial<Operation> = {}): Operation {
  const usual = endpoint({
    name: 'things.read',
    method: 'GET',
    path: '/things/{id}',
    summary: 'Read a thing',
    permission: 'any caller',
    reply: z.object({}),
    handle: async () => ({}),
  })
  return { ...usual, ...changes }
}

test.each([undefined, null, 'anybody', {}, { scope: 'things.view' }, { scope: 'logs.view', or: ['no.scope'] }])(
  'a route whose rule is %p does not start',
  (permission) => {
    const unruled = operation({ permission: permission as unknown as Operation['permission'] })
    expect(() => new Router([unruled])).toThrow('has no valid permission')
  },
)

test('an audit action that names no resource and verb does not start', () => {
  expect(() => new Router([operation({ audit: 'created' })])).toThrow('resource.verb')
})

test('two operations with one address do not start, whatever they call the segment', () => {
  const twin = operation({ name: 'things.find', path: '/things/{slug}' })
  expect(() => new Router([operation(), twin])).toThrow('GET /things/{}')
})

test('the route with fewer parameters matches first', () => {
  const exports = operation({ name: 'things.exports', path: '/things/exports' })
  const router = new Router([operation(), exports])
  expect(router.find('GET', '/v1/things/exports')).toMatchObject({ operation: { name: 'things.exports' } })
  expect(router.find('GET', '/v1/things/7')).toMatchObject({ operation: { name: 'things.read' }, params: { id: '7' } })
})

test('segments are decoded; invalid encodings are looked up as written', () => {
  const router = new Router([operation()])
  const idOf = (segment: string) => {
    const found = router.find('GET', `/v1/things/${segment}`)
    return found !== null && found !== 'wrong method' ? found.params['id'] : found
  }
  expect(idOf('a%20b')).toBe('a b')
  expect(idOf('%E0%A4%A')).toBe('%E0%A4%A')
  expect(idOf('a%00b')).toBe('a%00b')
  expect(idOf('a%2Fb')).toBe('a/b')
})

test('an unsupported method on a known path is distinguished from an unknown path', () => {
  const router = new Router([operation()])
  expect(router.find('PUT', '/v1/things/7')).toBe('wrong method')
  expect(router.find('PUT', '/v1/things')).toBeNull()
  expect(router.methodsOf('/v1/things/7')).toBe('GET')
})
