/** The published TypeScript SDK: built, small, without dependencies, for Node and browsers. */

import { afterAll, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { newPort } from '../../simulators/new-port.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const ROOT = join(import.meta.dir, '..', '..')
const SDK = join(ROOT, 'sdk', 'typescript')
const LIBRARIES = ['es2022', 'dom', 'dom.iterable']
const MAX_GZIP_BYTES = 12 * 1024

const gateway = await shareGatewayProcess()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-sdk-'))
const installed = join(folder, 'node_modules', 'gatehouse-gateway-sdk')
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { ...process.env, GATEWAY_API_KEY: gateway.workspaceKey, GATEWAY_BASE_URL: gateway.baseURL, ...environment },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, problem] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect(await child.exited, out + problem).toBe(0)
  return out
}

/**
 * Built as in a clone after `npm start`: without development packages or a compiler, with Node and npm only.
 * `--offline`: the package needs no registry.
 */
const built = (async () => {
  const clone = join(folder, 'clone', 'sdk', 'typescript')
  await cp(SDK, clone, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const npm = ['npm', '--offline', '--cache', join(folder, 'npm-cache'), '--no-update-notifier', '--loglevel=error']
  await run([...npm, 'pack', clone, '--pack-destination', folder])
  await run([...npm, 'install', join(folder, 'gatehouse-gateway-sdk-0.1.0.tgz')])
})()

const HELLO = `
import { Gatehouse } from 'gatehouse-gateway-sdk'
const gatehouse = new Gatehouse({ provider: 'mock' })
const answer = await gatehouse.chat.completions.create({ model: 'mock-1', messages: [{ role: 'user', content: 'Hello' }] })
console.log(answer.choices[0]?.message.content)
`

test('dist/ is what the compiler makes of src/', async () => {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const fresh = join(folder, 'fresh')
  await run(['node', compiler, '-p', SDK, '--outDir', fresh])
  const files = async (path: string) => (await Array.fromAsync(new Bun.Glob('**/*').scan(path))).sort()
  expect(await files(join(SDK, 'dist')), 'Run: npm run generate').toEqual(await files(fresh))
  for (const name of await files(fresh)) {
    const [found, expected] = await Promise.all([
      readFile(join(SDK, 'dist', name), 'utf8'),
      readFile(join(fresh, name), 'utf8'),
    ])
    expect(found === expected, `sdk/typescript/dist/${name} is stale. Run: npm run generate`).toBe(true)
  }
})

test('the folder of a clone can be installed as it is', async () => {
  await built
  const own = join(folder, 'from-folder')
  await mkdir(own)
  await writeFile(join(own, 'package.json'), '{ "private": true, "type": "module" }')
  const clone = join(folder, 'clone', 'sdk', 'typescript')
  await run(['npm', '--offline', '--loglevel=error', '--prefix', own, 'install', clone])
  await writeFile(join(own, 'program.js'), HELLO)
  expect(await run(['node', join(own, 'program.js')])).toBe('Hello from the mock provider. You said: Hello\n')
})

test('it has no dependencies', async () => {
  const manifest = JSON.parse(await readFile(join(SDK, 'package.json'), 'utf8')) as Record<string, unknown>
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([])
})

test('an installed package runs on Node, with streams and the admin API', async () => {
  await built
  const program = `
    import { Gatehouse, GatewayError } from 'gatehouse-gateway-sdk'
    import { createAdmin } from 'gatehouse-gateway-sdk/admin'
    const gatehouse = new Gatehouse({ provider: 'mock' })
    const params = { model: 'mock', messages: [{ role: 'user', content: 'Hi' }] }
    const stream = await gatehouse.chat.completions.create({ ...params, stream: true })
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    const failure = await gatehouse.chat.completions.create({ ...params, model: 'mock-error-500' }).catch((error) => error)
    const file = new File(['abc'], 'a.wav')
    const spoken = await gatehouse.audio.transcriptions.create({ model: 'mock', file })
    const nobody = await new Gatehouse({ baseURL: process.env.NOBODY }).models.list().catch((error) => error)
    const keys = await createAdmin().configs.list()
    console.log(JSON.stringify([text, failure instanceof GatewayError, spoken.text, nobody.message, keys.object]))`
  await writeFile(join(folder, 'program.mjs'), program)
  const nobody = `http://127.0.0.1:${newPort()}`
  expect(JSON.parse(await run(['node', 'program.mjs'], { NOBODY: nobody }))).toEqual([
    'Hello from the mock provider. You said: Hi',
    true,
    'Mock transcription of a.wav with 3 bytes.',
    `The connection to ${nobody}/v1 failed (ECONNREFUSED).`,
    'list',
  ])
})

test('a misspelled option does not compile, a custom header does', async () => {
  await built
  const program = (options: string) => `
    import { Gatehouse } from 'gatehouse-gateway-sdk'
    const gatehouse = new Gatehouse(${options})
    const answer = await gatehouse.chat.completions.create({ messages: [] }, { traceId: 'a', requestTimeout: 8000 })
    export const text: string | null | undefined = answer.choices[0]?.message.content
    export const trace: string | null = answer.gateway.traceId`
  await writeFile(
    join(folder, 'right.mts'),
    program("{ virtualKey: 'a', xMyCustomHeader: 1, config: { targets: [] } }"),
  )
  await writeFile(join(folder, 'wrong.mts'), program("{ virtualkey: 'a' }"))
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const compilerOptions = {
    noEmit: true,
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: LIBRARIES,
    types: [],
  }
  const files = ['right.mts', 'wrong.mts']
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const child = Bun.spawn(['node', compiler, '-p', '.'], { cwd: folder, stdout: 'pipe' })
  const complaints = (await new Response(child.stdout).text()).trim().split('\n')
  expect(complaints).toEqual([expect.stringMatching(/^wrong\.mts.*virtualkey/)])
})

test('for browsers it is one small file without Node modules', async () => {
  await built
  const entry = join(installed, 'dist', 'index.js')
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser', minify: true })
  const code = (await outputs[0]?.text()) ?? ''
  expect(code).not.toMatch(/node:|require\(/)
  expect(gzipSync(code).length).toBeLessThan(MAX_GZIP_BYTES)
  expect(gzipSync(code).length).toBeGreaterThan(1000)
})

test('the generated files of both SDKs match the OpenAPI document', async () => {
  const check = Bun.spawn([process.execPath, join(SDK, 'scripts', 'generate.ts'), '--check'], { stderr: 'pipe' })
  const problem = await new Response(check.stderr).text()
  expect(await check.exited, problem).toBe(0)
})
