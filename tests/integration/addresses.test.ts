import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { startGateway } from '../harness/start-gateway.ts'

const gateway = await shareGateway()

function host(url: string): object {
  return { provider: 'openai-compatible', api_key: 'sk-sim', custom_host: url }
}

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://[fd00:ec2::254]/v1',
  'http://[::ffff:169.254.169.254]/v1',
  'http://2852039166/v1',
  'http://0xa9fea9fe/v1',
  'http://0.0.0.0/v1',
  'http://10.0.0.1/v1',
  'http://192.168.1.1/v1',
  'http://172.16.0.1/v1',
  'http://100.64.0.1/v1',
  'http://224.0.0.1/v1',
  'http://[fe80::1]/v1',
  'http://[fc00::1]/v1',
])('%s is never called', async (url) => {
  expect(await errorOf(await gateway.chat(host(url)))).toMatchObject({ status: 400, code: 'address_forbidden' })
})

test.each([
  'ftp://example.com/v1',
  'http://user:pass@127.0.0.1/v1',
  'http://127.0.0.1/v1?x=1',
  'http://127.0.0.1/v1#x',
  'not a url',
  '',
])('%p is no usable custom host', async (url) => {
  const refused = await errorOf(await gateway.chat(host(url)))
  expect(refused.status).toBe(400)
  expect(refused.code).toBe('config_invalid')
  expect(refused.message).not.toContain('pass@')
})

test('the gateway does not call itself, however it is spelled', async () => {
  const { port } = new URL(gateway.url)
  for (const name of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '127.1']) {
    expect(await errorOf(await gateway.chat(host(`http://${name}:${port}/v1`)))).toMatchObject({
      code: 'address_forbidden',
    })
  }
})

test('a gateway with a public listener does not call loopback unless the host is trusted', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const environment = { GATEWAY_HOST: '0.0.0.0' }
  await using open = await startGateway({ environment })
  expect(await errorOf(await open.chat(at(simulator)))).toMatchObject({ status: 400, code: 'address_forbidden' })
  await using trusting = await startGateway({ environment: { ...environment, GATEWAY_TRUSTED_HOSTS: '127.0.0.1' } })
  expect(await contentOf(await trusting.chat(at(simulator)))).toBe('hello')
  expect(simulator.requests).toHaveLength(1)
  expect((await open.chat({ provider: 'mock' })).status).toBe(200)
})
