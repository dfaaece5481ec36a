import { expect, test } from 'bun:test'
import type { StreamItem } from '../../simulators/answer.ts'
import { eventChannel } from '../../simulators/event-channel.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { StartFailure } from '../harness/gateway-program.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { startGateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

test('SIGTERM lets a running stream finish, rejects new requests, and exits with 0', async () => {
  const channel = eventChannel<StreamItem>()
  await using simulator = await startSimulator({ answers: [{ stream: channel }] })
  await using gateway = await startGatewayProcess()
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
  channel.push('before')
  await client.until('"content":"before"')
  const stopped = gateway.stop()
  await refused(gateway.url)
  channel.push('after')
  await client.until('"content":"after"')
  channel.close()
  await client.until('data: [DONE]\n\n')
  await client.until('\r\n0\r\n\r\n')
  expect(await stopped).toBe(0)
})

/** Resolves once new connections are refused or get 503. */
async function refused(url: string): Promise<void> {
  await eventually('new requests are refused', async () => {
    const reply = await fetch(`${url}/readyz`, { keepalive: false }).catch(() => null)
    return reply === null || reply.status === 503
  })
}

test('an open connection without a request does not delay the exit', async () => {
  await using gateway = await startGatewayProcess({ environment: { GATEWAY_DRAIN_MS: '3600000' } })
  const kept = await connectRaw(gateway.url)
  kept.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await kept.until('\r\n\r\n')
  // The drain limit is an hour: waiting for the idle connection would hang.
  expect(await gateway.stop()).toBe(0)
})

test('a stream longer than the drain limit is ended, not waited for', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one'], stallAfter: 1 }] })
  await using gateway = await startGatewayProcess({ environment: { GATEWAY_DRAIN_MS: '300' } })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
  await client.until('"content":"one"')
  expect(await gateway.stop()).toBe(0)
  await client.closed
  expect(client.text).not.toContain('[DONE]')
  expect(await simulator.requests[0]?.ended).toBe('aborted')
})

test('a second process on the same data folder exits with a clear message', async () => {
  await using gateway = await startGatewayProcess()
  const failure = await startGatewayProcess({ dataDirectory: gateway.dataDirectory }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartFailure)
  const { message, exitCode } = failure as StartFailure
  expect(message).toContain(gateway.dataDirectory)
  expect(message).toMatch(/another|already|in use/i)
  expect(message).not.toMatch(/\n\s+at /)
  expect(exitCode).not.toBe(0)
  expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
})

test('the data folder can be used again after kill -9', async () => {
  await using gateway = await startGatewayProcess()
  await gateway.kill9()
  await using again = await startGateway({ dataDirectory: gateway.dataDirectory })
  expect((await again.chat({ provider: 'mock' })).status).toBe(200)
})

test.each<[string, Record<string, string>]>([
  ['GATEWAY_PORT', { GATEWAY_PORT: 'eighty' }],
  ['GATEWAY_MASTER_KEY', { GATEWAY_MASTER_KEY: 'too-short-a-secret' }],
  ['GATEWAY_ADMIN_API_KEY', { GATEWAY_ADMIN_API_KEY: 'short' }],
])('an invalid %s ends the start with 78 and an error that names only the variable', async (name, environment) => {
  const failure = await startGatewayProcess({ environment }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartFailure)
  const { message, exitCode } = failure as StartFailure
  expect(exitCode).toBe(78)
  expect(message).toContain(name)
  expect(message).not.toContain('too-short-a-secret')
})

test('a second SIGTERM ends a gateway that is still draining', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one'], stallAfter: 1 }] })
  await using gateway = await startGatewayProcess()
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
  await client.until('"content":"one"')
  const stopped = gateway.stop()
  await refused(gateway.url)
  gateway.process.child.kill('SIGTERM')
  expect(await stopped).not.toBe(0)
})
