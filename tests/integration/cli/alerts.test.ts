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
  // Ten minutes for a slow machine; the point is that the two hours count from now.
  expect(Math.abs(Date.parse(silenced.silenced_until) - Date.now() - 7_200_000)).toBeLessThan(600_000)
  const heard = await askCommand<{ silenced_until: null }>(['alerts', 'silence', 'Errors', '--off'], asKey)
  expect(heard.silenced_until).toBeNull()
  expect((await runCommand(['alerts', 'silence', 'Errors'], asKey)).code).not.toBe(0)
  expect((await runCommand(['alerts', 'silence', 'Nothing', '--off'], asKey)).problem).toContain('"Nothing"')
  expect(await askCommand(['alert-channels', 'test', 'On call'], asKey)).toMatchObject({ delivered: true })
  expect(received).toEqual(['/hook'])
  expect(await askCommand(['alert-channels', 'list'], asKey)).toMatchObject([{ name: 'On call', type: 'webhook' }])
  expect(await askCommand(['alerts', 'history', '--rule', 'Errors'], asKey)).toEqual([])
})

test('channels and rules are created, tested, changed and deleted; secrets are no arguments', async () => {
  const secrets = { HOOK: `http://127.0.0.1:${receiver.port}/typed`, HOOK_SECRET: 'a-secret-of-16-characters' }
  const typed = { gateway, folder, environment: secrets }
  const ask = (...words: string[]) => askCommand<Record<string, unknown>>(words, typed)
  const made = await ask(
    ...['alert-channels', 'create', 'Typed', '--type', 'webhook', '--url-env', 'HOOK', '--secret-env', 'HOOK_SECRET'],
    ...['--budget-alerts', '--test'],
  )
  expect(made).toMatchObject({ name: 'Typed', type: 'webhook', is_signed: true, budget_alerts: true })
  expect(received.at(-1)).toBe('/typed')
  await ask('alert-channels', 'create', 'Mail', '--type', 'email', '--recipient', 'a@example.com')
  const refused = await runCommand(['alert-channels', 'create', 'X', '--type', 'slack', '--url', 'https://x'], typed)
  expect(refused.code).not.toBe(0)
  expect((await runCommand(['alert-channels', 'create', 'X', '--type', 'slack'], typed)).problem).toContain(
    'webhook_url',
  )

  const condition = ['--metric', 'error_rate', '--threshold', '2.5', '--window', '15m', '--min-requests', '3']
  const to = ['--channel', 'Typed', '--reminder', '1h']
  expect(await ask('alerts', 'create', 'Typed rule', ...condition, ...to)).toMatchObject({
    name: 'Typed rule',
    condition: { metric: 'error_rate', threshold: 2.5, window_minutes: 15, min_requests: 3 },
    channel_ids: [made['id']],
    reminder_minutes: 60,
  })
  expect(await ask('alerts', 'test', 'Typed rule')).toMatchObject({
    data: [{ channel_name: 'Typed', delivered: true }],
  })
  expect(received.filter((path) => path === '/typed')).toHaveLength(2)

  expect(await ask('alerts', 'update', 'Typed rule', '--threshold', '7', '--disable')).toMatchObject({
    condition: { metric: 'error_rate', threshold: 7, window_minutes: 15, min_requests: 3 },
    channel_ids: [made['id']],
    enabled: false,
  })
  const money = ['--metric', 'cost', '--threshold', '20', '--enable', '--reminder', 'none']
  expect(await ask('alerts', 'update', 'Typed rule', ...money)).toMatchObject({
    condition: { metric: 'cost', threshold: 20, window_minutes: 15, min_requests: 0 },
    reminder_minutes: null,
    enabled: true,
  })
  for (const wrong of [
    ['alerts', 'create', 'Half', '--metric', 'cost'],
    ['alerts', 'create', 'Odd', '--metric', 'cost', '--threshold', '1', '--window', '90s'],
    ['alerts', 'create', 'None', '--metric', 'cost', '--threshold', '1', '--channel', 'Nothing'],
    ['alerts', 'update', 'Typed rule'],
    ['alerts', 'update', 'Typed rule', '--channel', 'Typed', '--no-channels'],
    ['alert-channels', 'update', 'Typed', '--secret-env', 'HOOK_SECRET', '--no-secret'],
    ['alert-channels', 'update', 'Typed', '--url-env', 'NOT_SET'],
    ['alerts', 'delete', 'Typed rule'],
  ])
    expect((await runCommand(wrong, typed)).code).not.toBe(0)

  secrets.HOOK = `http://127.0.0.1:${receiver.port}/broken`
  const changed = await ask(
    'alert-channels',
    'update',
    'Typed',
    '--url-env',
    'HOOK',
    '--no-secret',
    '--no-budget-alerts',
  )
  expect(changed).toMatchObject({ is_signed: false, budget_alerts: false })
  const failed = await runCommand(['alerts', 'test', 'Typed rule'], typed)
  expect([failed.code, failed.problem.includes('1 of 1 channels did not accept')]).toEqual([1, true])
  expect(failed.out).toContain('HTTP status 503')

  expect((await runCommand(['alert-channels', 'delete', 'Typed', '--yes'], typed)).problem).toContain('used by')
  expect(await ask('alerts', 'update', 'Typed rule', '--no-channels', '--name', 'Alone')).toMatchObject({
    name: 'Alone',
    channel_ids: [],
  })
  expect((await runCommand(['alerts', 'test', 'Alone'], typed)).problem).toContain('has no channels')
  await ask('alert-channels', 'delete', 'Typed', '--yes')
  await ask('alerts', 'delete', 'Alone', '--yes')
  expect(await askCommand<{ name: string }[]>(['alerts', 'list'], typed)).toMatchObject([{ name: 'Errors' }])
})
