import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, onTerminal, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const ROUTER = {
  strategy: { mode: 'fallback', on_status_codes: [429] },
  retry: { attempts: 1, use_retry_after_headers: true, on_status_codes: ['429'] },
  targets: [{ provider: 'mock' }, { provider: 'mock', override_params: { model: 'mock-2' } }],
}

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

type Saved = { slug: string; version: number }

test('a config is saved, saved again as a new version, read, listed and compared', async () => {
  const path = await file('router.json', ROUTER)
  const first = await askCommand<Saved>(['configs', 'save', path], { gateway })
  expect(first.version).toBe(1)
  const changed = await file('router.json', { ...ROUTER, retry: { ...ROUTER.retry, attempts: 3 } })

  const diff = await runCommand(['configs', 'diff', changed, first.slug, '--json'], { gateway })
  expect(diff.code).toBe(1)
  expect(JSON.parse(diff.out)).toEqual([{ path: 'retry.attempts', before: 1, after: 3 }])

  expect(await askCommand<Saved>(['configs', 'save', changed], { gateway })).toMatchObject({
    slug: first.slug,
    version: 2,
  })
  expect((await runCommand(['configs', 'diff', changed, first.slug, '--json'], { gateway })).code).toBe(0)
  const old = await askCommand(['configs', 'get', first.slug, '--version', '1'], { gateway })
  expect(old).toEqual({ name: 'router', config: ROUTER })
  const rows = await askCommand<Saved[]>(['configs', 'list'], { gateway })
  expect(rows.filter(({ slug }) => slug === first.slug)).toHaveLength(1)
})

test('validate names every problem with its config path and exits with 1', async () => {
  const [good, bad] = [
    await file('good.json', ROUTER),
    await file('bad.json', { retry: { attempts: '3' }, providr: 'x' }),
  ]
  expect((await runCommand(['configs', 'validate', good], { gateway })).code).toBe(0)
  const { code, out } = await runCommand(['configs', 'validate', good, bad, '--json'], { gateway })
  expect(code).toBe(1)
  const verdicts = JSON.parse(out) as { file: string; valid: boolean; errors: { path: string }[] }[]
  expect(verdicts.map(({ valid }) => valid)).toEqual([true, false])
  expect(verdicts[1]?.errors.map(({ path }) => path)).toEqual(['retry.attempts', 'providr'])
  const { screen } = await onTerminal(['configs', 'validate', bad, '--no-color'], { gateway })
  expect(screen).toContain('Did you mean "provider"?')
})

test.each([
  ['not-json.json', '{"a": ', 'is not JSON'],
  ['list.json', '[]', 'does not contain a JSON object'],
])('%s is rejected by name: %s', async (name, content, message) => {
  const path = await file(name, content)
  const { code, problem } = await runCommand(['configs', 'validate', path], { gateway })
  expect(code).toBe(1)
  expect(problem).toContain(`${path} ${message}`)
})

test('explain uses the given outcomes without an upstream call', async () => {
  const path = await file('explained.json', ROUTER)
  const words = ['configs', 'explain', path]
  const simulate = ['--simulate', 'targets[0]=429,620ms,retry-after=0.4', '--simulate', 'targets[1]=200,650ms']
  const answer = await askCommand<{ status: number; attempts: { status_code: number; start: number }[] }>(
    [...words, ...simulate],
    { gateway },
  )
  expect(answer.status).toBe(200)
  expect(answer.attempts.map(({ status_code: status, start }) => [status, start])).toEqual([
    [429, 0],
    [429, 1020],
    [200, 1640],
  ])
  const { screen } = await onTerminal([...words, ...simulate, '--no-color'], { gateway })
  expect(screen).toMatch(/result +200 from .*targets\[1\], 2\.29 s, 3 provider calls/)
  expect(screen).toContain('worst case')
  // No request was sent, so none can be stored later.
  expect((await gateway.logs()).data).toEqual([])
  const wrong = await runCommand([...words, '--simulate', 'targets[0]=maybe'], { gateway })
  expect([wrong.code, wrong.problem.includes('"maybe" is not an outcome')]).toEqual([2, true])
})

test('explain accepts a saved config by its slug, and standard input', async () => {
  const { slug } = await askCommand<Saved>(['configs', 'save', await file('saved.json', ROUTER)], { gateway })
  expect(await askCommand(['configs', 'explain', slug, '--simulate', 'targets[0]=timeout'], { gateway })).toMatchObject(
    {
      object: 'config-explanation',
    },
  )
  const piped = await askCommand(['configs', 'explain', '-'], { gateway, stdin: JSON.stringify({ provider: 'mock' }) })
  expect(piped).toMatchObject({ status: 200 })
})

test('prompts are exported to files and restored with all their versions', async () => {
  const made = await gateway.fetch('/v1/prompts', {
    method: 'POST',
    body: { name: 'Greeting', string: 'Say hello to {{name}}.', model: 'mock' },
  })
  const { slug } = (await made.json()) as { slug: string }
  const to = join(folder, 'prompts')
  await askCommand(['prompts', 'pull', '--to', to], { gateway })
  expect(await readdir(to)).toEqual([`${slug}.json`])
  const path = join(to, `${slug}.json`)
  const content = JSON.parse(await readFile(path, 'utf8')) as {
    slug: string
    published: number
    versions: { number: number }[]
  }
  expect(await askCommand(['prompts', 'push', path], { gateway })).toMatchObject([{ slug, versions_added: 0 }])

  const second = { ...content.versions[0], number: 2, string: 'Greet {{name}}.' }
  await writeFile(path, JSON.stringify({ ...content, published: 2, versions: [...content.versions, second] }))
  expect(await askCommand(['prompts', 'push', path], { gateway })).toMatchObject([{ slug, versions_added: 1 }])
  const copy = await file('copy.json', { ...content, slug: 'copied' })
  expect(await askCommand(['prompts', 'push', copy], { gateway })).toMatchObject([{ slug: 'copied' }])
  const slugs = await askCommand<{ slug: string }[]>(['prompts', 'list'], { gateway })
  expect(slugs.map((row) => row.slug).sort()).toEqual(['copied', slug].sort())
  expect((await runCommand(['prompts', 'push', await file('no.json', {})], { gateway })).problem).toContain(
    'is not a prompt file',
  )
})

test('versions are published and rolled back, files compared, and configs pulled without secrets', async () => {
  const config = { provider: 'openai', api_key: 'sk-not-for-the-file-1234' }
  const { slug } = await askCommand<Saved>(['configs', 'push', await file('secret.json', config)], { gateway })
  const to = join(folder, 'pulled')
  await askCommand(['configs', 'pull', slug, '--to', to], { gateway })
  const pulled = await readFile(join(to, `${slug}.json`), 'utf8')
  expect(pulled).not.toContain('sk-not-for-the-file')
  expect(JSON.parse(pulled)).toMatchObject({ slug, config: { api_key: { env: expect.stringMatching(/_API_KEY$/) } } })

  const body = { name: 'Rolling', string: 'One.', model: 'mock' }
  const made = (await (await gateway.fetch('/v1/prompts', { method: 'POST', body })).json()) as { slug: string }
  await gateway.fetch(`/v1/prompts/${made.slug}`, { method: 'PUT', body: { string: 'Two.' } })
  await askCommand(['prompts', 'pull', made.slug, '--to', to], { gateway })
  const path = join(to, `${made.slug}.json`)
  expect(await askCommand(['prompts', 'diff', path], { gateway })).toEqual([])
  const published = await askCommand(['prompts', 'publish', made.slug, 'latest'], { gateway })
  expect(published).toMatchObject({ published: 2, before: 1 })
  const differs = await runCommand(['prompts', 'diff', path, '--json'], { gateway })
  expect([differs.code, JSON.parse(differs.out)]).toEqual([1, [{ path: 'published', before: 2, after: 1 }]])
  expect(await askCommand(['prompts', 'publish', made.slug, '1'], { gateway })).toMatchObject({ published: 1 })
})
