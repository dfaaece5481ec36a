import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ControlScene } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-factors-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const asKey = { gateway, folder, key: gateway.adminKey }
const files = join(folder, 'gatehouse', 'second-factor-policy')
const write = async (content: object, name = 'organisation') => {
  await mkdir(files, { recursive: true })
  await writeFile(join(files, `${name}.json`), JSON.stringify(content))
}
const policy = async () => (await scene.do('GET', '/admin/organisation'))['second_factor']

test('the policy of second factors is applied, exported, compared and removed', async () => {
  await write({ required_for: 'admins', grace_days: 14 })
  await askCommand(['apply', '--yes'], asKey)
  expect(await policy()).toMatchObject({ required_for: 'admins', grace_days: 14, accepts_sso: true })
  expect(await askCommand(['plan'], asKey)).toMatchObject({ create: 0, update: 0, unchanged: 1 })
  await askCommand(['export', 'all'], asKey)
  const exported = await readFile(join(folder, 'all', 'second-factor-policy', 'organisation.json'), 'utf8')
  expect(JSON.parse(exported)).toEqual({ required_for: 'admins', grace_days: 14, accepts_sso: true })
  // The policy is changed outside the files.
  await scene.do('PUT', '/admin/organisation', { second_factor: { required_for: 'nobody', grace_days: 1 } })
  expect(await askCommand(['plan'], asKey)).toMatchObject({ create: 0, update: 1 })
  await askCommand(['apply', '--yes'], asKey)
  expect(await policy()).toMatchObject({ required_for: 'admins', grace_days: 14 })
  await rm(join(files, 'organisation.json'))
  await askCommand(['apply', '--yes', '--prune'], asKey)
  expect(await policy()).toMatchObject({ required_for: 'nobody', grace_days: 0, accepts_sso: true })
})

test.each([
  [{ required_for: 'somebody' }, 'organisation', 'required_for'],
  [{ required_for: 'admins', grace: 3 }, 'organisation', 'grace'],
  [{ required_for: 'admins' }, 'other', 'is not organisation.json'],
])('%p in %s.json is refused', async (content, name, reason) => {
  await write(content, name)
  const { code, problem } = await runCommand(['apply', '--yes'], asKey)
  await rm(join(files, `${name}.json`))
  expect([code === 0, problem.includes(reason) || problem]).toEqual([false, true])
})
