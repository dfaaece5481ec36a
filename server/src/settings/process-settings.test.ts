import { expect, test } from 'bun:test'
import { readProcess } from './process-settings.ts'

const refuse = (message: string): never => {
  throw new Error(message)
}
const read = (given: Record<string, string>) => readProcess((name) => given[name] ?? null, refuse)

test('the default is one process and a short delay; a worker reads its number and its owner', () => {
  expect(read({})).toEqual({ workers: 1, drainDelayMs: 250, worker: null })
  expect(read({ GATEWAY_WORKERS: '4', GATEWAY_DRAIN_DELAY_MS: '0' })).toMatchObject({ workers: 4, drainDelayMs: 0 })
  const place = { GATEWAY_WORKER_NUMBER: '3', GATEWAY_OWNER_SOCKET: '/run/owner.sock' }
  expect(read(place).worker).toEqual({ number: 3, ownerSocket: '/run/owner.sock' })
})

test.each([
  ['GATEWAY_WORKERS', '0'],
  ['GATEWAY_WORKERS', '65'],
  ['GATEWAY_WORKERS', 'four'],
  ['GATEWAY_DRAIN_DELAY_MS', '-1'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name)
})
