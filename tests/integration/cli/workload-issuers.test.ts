import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-issuers-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const asKey = { gateway, folder, key: gateway.adminKey }
const ask = <Reply = Record<string, unknown>>(...words: string[]) => askCommand<Reply>(words, asKey)
const NAME = 'workload-issuers'
const GITHUB = 'https://token.actions.githubusercontent.com'

type Plan = { create: number; update: number; unchanged: number }

test('an issuer is created, changed and listed; tokens are revoked; then it is deleted', async () => {
  const made = await ask(
    ...[NAME, 'create', 'GitHub', '--issuer', GITHUB, '--audience', 'gatehouse', '--audience', 'other'],
    ...['--claim', 'repository=acme/*', '--claim', 'repository=labs/*', '--claim', 'ref=refs/heads/main'],
    ...['--algorithm', 'RS256', '--max-lifetime', '900', '--metadata', 'run=run_id', '--disabled'],
  )
  expect(made).toMatchObject({
    enabled: false,
    audiences: ['gatehouse', 'other'],
    algorithms: ['RS256'],
    max_lifetime_seconds: 900,
    claims: { repository: ['acme/*', 'labs/*'], ref: ['refs/heads/main'] },
    metadata: { run: 'run_id' },
  })
  expect(await ask(NAME, 'update', 'GitHub', '--enable', '--scope', 'logs.list')).toMatchObject({
    enabled: true,
    scopes: ['logs.list'],
    claims: { repository: ['acme/*', 'labs/*'] },
  })
  const { out } = await runCommand([NAME, 'list'], asKey)
  expect(out).toContain('repository=acme/*|labs/*')
  expect(await ask<unknown[]>(NAME, 'subjects', 'GitHub')).toEqual([])
  const revoked = await ask(NAME, 'revoke', 'GitHub', '--subject', 'repo:acme/x', '--reason', 'leaver')
  expect(await ask<unknown[]>(NAME, 'revocations', 'GitHub')).toMatchObject([
    { subject: 'repo:acme/x', reason: 'leaver' },
  ])
  await ask(NAME, 'unrevoke', 'GitHub', String(revoked['id']))
  expect(await ask<unknown[]>(NAME, 'revocations', 'GitHub')).toEqual([])
  await ask(NAME, 'delete', 'GitHub', '--yes')
  expect(await ask<unknown[]>(NAME, 'list')).toEqual([])
})

test.each([
  [[NAME, 'create', 'X'], '--issuer'],
  [[NAME, 'create', 'X', '--issuer', 'https://x.example'], '--audience'],
  [[NAME, 'create', 'X', '--issuer', GITHUB, '--audience', 'a'], 'claims'],
  [[NAME, 'create', 'X', '--issuer', GITHUB, '--audience', 'a', '--claim', 'repository'], '--claim'],
  [[NAME, 'create', 'X', '--issuer', 'x', '--audience', 'a', '--jwks-file', 'no-such.json'], 'no-such.json'],
  [[NAME, 'update', 'X'], 'Nothing to change'],
  [[NAME, 'revoke', 'X', '--jti', 'a', '--subject', 'b'], '--jti'],
  [[NAME, 'revoke', 'X', '--jti', 'a'], 'No workload issuer has the ID or name "X"'],
])('%p is refused', async (words, reason) => {
  const { code, problem } = await runCommand(words, asKey)
  expect([code === 0, problem.includes(reason) || problem]).toEqual([false, true])
})

test('issuers are applied from files', async () => {
  const file = { name: 'GitHub', issuer: GITHUB, audiences: ['gatehouse'], claims: { repository: 'acme/*' } }
  const write = async (content: object) => {
    await mkdir(join(folder, 'gatehouse', NAME), { recursive: true })
    await writeFile(join(folder, 'gatehouse', NAME, 'github.json'), JSON.stringify(content))
  }
  await write(file)
  await ask('apply', '--yes')
  expect(await ask<Plan>('plan')).toMatchObject({ create: 0, update: 0 })
  await write({ ...file, claims: { repository: ['acme/api'] } })
  expect(await ask<Plan>('plan')).toMatchObject({ create: 0, update: 1 })
  await ask('apply', '--yes')
  expect(await ask<unknown[]>(NAME, 'list')).toMatchObject([{ claims: { repository: ['acme/api'] } }])
})
