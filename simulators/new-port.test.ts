import { expect, test } from 'bun:test'
import { onNewPort } from './new-port.ts'

test('a port is used once per process', () => {
  const stopped: number[] = []
  const offered = [4001, 4002, 4001, 4002, 4003]
  const start = () => {
    const port = offered.shift()!
    return { port, stop: () => stopped.push(port) }
  }
  expect([onNewPort(start), onNewPort(start), onNewPort(start)].map(({ port }) => port)).toEqual([4001, 4002, 4003])
  expect(stopped).toEqual([4001, 4002])
})
