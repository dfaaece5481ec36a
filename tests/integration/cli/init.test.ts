import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-init-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

type Plan = { create: number; update: number; unchanged: number; conflicts: number }
const here = { gateway, folder }
const plan = (...words: string[]) => askCommand<Plan>(['plan', ...words], here)

test('the files of init can be planned and applied, and the next plan is empty', async () => {
  const { written } = await askCommand<{ written: string[] }>(['init'], here)
  expect(written).toContain('gatehouse/config.schema.json')
  expect(await plan()).toMatchObject({ create: 4, conflicts: 0 })
  const { applied } = await askCommand<{ applied: { id: string; secret?: string }[] }>(['apply'], here)
  expect(await plan('--check')).toMatchObject({ create: 0, update: 0, unchanged: 4 })
  const valid = await runCommand(['configs', 'validate', 'gatehouse/configs/router.json'], here)
  expect(valid.code).toBe(0)
  const [key, slug] = [applied.at(-1)?.secret ?? '', applied[1]?.id ?? '']
  const reply = await gateway.chat(null, { key, headers: { 'x-gateway-config': slug } })
  expect(reply.status).toBe(200)
  const environment = await readFile(join(folder, '.env.example'), 'utf8')
  expect(environment).toContain(`GATEWAY_BASE_URL=${gateway.baseURL}\n`)
})

test('init --pull writes the gateway’s state, so that plan is empty; secrets become variables', async () => {
  const made = { name: 'Real', slug: 'real', provider: 'openai', key: 'sk-must-not-be-written-1234' }
  await gateway.fetch('/v1/virtual-keys', { method: 'POST', body: made })
  await writeFile(join(folder, '.env.example'), 'MINE=1\n')
  await askCommand(['init', 'settings', '--pull'], here)
  const file = await readFile(join(folder, 'settings/virtual-keys/real.json'), 'utf8')
  expect(JSON.parse(file)).toEqual({ name: 'Real', provider: 'openai', key: { env: 'REAL_API_KEY' } })
  expect(await plan('settings', '--check')).toMatchObject({ create: 0, update: 0, conflicts: 0 })
  expect(await readFile(join(folder, '.env.example'), 'utf8')).toBe('MINE=1\n')
  const again = await runCommand(['init', 'settings'], here)
  expect([again.code, again.problem.includes('is not empty')]).toEqual([1, true])
})
