import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

const received: string[] = []
const receiver = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    received.push(new URL(request.url).pathname)
    return new Response('', { status: request.url.endsWith('/broken') ? 503 : 200 })
  },
})
const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-alerts-'))
afterAll(async () => {
  await receiver.stop(true)
  await rm(folder, { recursive: true, force: true })
})

const environment = { ON_CALL_URL: `http://127.0.0.1:${receiver.port}/hook` }
const asKey = { gateway, environment, folder }

async function write(path: string, content: object): Promise<void> {
  await mkdir(join(folder, 'gatehouse', path, '..'), { recursive: true })
  await writeFile(join(folder, 'gatehouse', `${path}.json`), JSON.stringify(content))
}

type Plan = { create: number; update: number; unchanged: number }

test('channels and rules are applied from files; a second plan has nothing to do', async () => {
  await write('alert-channels/on-call', { name: 'On call', type: 'webhook', webhook_url: { env: 'ON_CALL_URL' } })
  const rule = { name: 'Errors', condition: { metric: 'error_rate', threshold: 5 }, channels: ['On call'] }
  await write('alert-rules/errors', rule)
  await askCommand(['apply', '--yes'], asKey)
  expect(await askCommand<Plan>(['plan'], asKey)).toMatchObject({ create: 0, update: 0 })
  await write('alert-rules/errors', { ...rule, condition: { metric: 'error_rate', threshold: 9 } })
  expect(await askCommand<Plan>(['plan'], asKey)).toMatchObject({ create: 0, update: 1 })
  await askCommand(['apply', '--yes'], asKey)
  const [live] = await askCommand<{ condition: object; channel_ids: string[] }[]>(['alerts', 'list'], asKey)
  expect(live).toMatchObject({ condition: { metric: 'error_rate', threshold: 9, window_minutes: 5, min_requests: 10 } })
  expect(live?.channel_ids).toHaveLength(1)
})

test('a file with the URL itself is rejected before the first change', async () => {
  await write('alert-channels/leak', { name: 'Leak', type: 'slack', webhook_url: 'https://hooks.example.com/T0KEN' })
  const { code, problem } = await runCommand(['apply', '--yes'], asKey)
  await rm(join(folder, 'gatehouse/alert-channels/leak.json'))
  expect([code, problem.includes('"webhook_url" must not contain a secret')]).toEqual([1, true])
})

test('a rule is silenced and heard again; a channel is tested', async () => {
  const silenced = await askCommand<{ silenced_until: string }>(['alerts', 'silence', 'Errors', '--for', '2h'], asKey)
  expect(Math.abs(Date.parse(silenced.silenced_until) - Date.now() - 7_200_000)).toBeLessThan(600_000)
  const heard = await askCommand<{ silenced_until: null }>(['alerts', 'silence', 'Errors', '--off'], asKey)
  expect(heard.silenced_until).toBeNull()
  expect((await runCommand(['alerts', 'silence', 'Errors'], asKey)).code).not.toBe(0)
  expect((await runCommand(['alerts', 'silence', 'Nothing', '--off'], asKey)).problem).toContain('"Nothing"')
  expect(await askCommand(['alerts', 'test', 'On call'], asKey)).toMatchObject({ delivered: true })
  expect(received).toEqual(['/hook'])
  expect(await askCommand(['alerts', 'channels'], asKey)).toMatchObject([{ name: 'On call', type: 'webhook' }])
  expect(await askCommand(['alerts', 'history', '--rule', 'Errors'], asKey)).toEqual([])
})
