/** The packed server, gatehouse-gateway: it starts from its own files and has the dashboard and the documentation. */

import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDashboard } from '../harness/build-dashboard.ts'

const ROOT = join(import.meta.dir, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' })
  const [out, problem, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  expect(code, problem + out).toBe(0)
  return out
}

test('npm pack makes a package that runs without the rest of the clone', async () => {
  buildDashboard()
  const [{ filename, name, files }] = JSON.parse(
    await run(['npm', 'pack', '--json', '--offline', '--pack-destination', folder]),
  ) as [{ filename: string; name: string; files: { path: string }[] }]
  expect(name).toBe('gatehouse-gateway')
  const paths = files.map(({ path }) => path)
  expect(paths).toContain('bin/gatehouse.mjs')
  expect(
    paths.filter((path) => /\.test\.ts$|^(tests|sdk|bench|scripts|simulators|dashboard\/src)\//.test(path)),
  ).toEqual([])

  await run(['tar', '-xzf', join(folder, filename), '-C', folder])
  const installed = join(folder, 'package')
  // As npm would install them.
  symlinkSync(join(ROOT, 'node_modules'), join(installed, 'node_modules'))
  const child = Bun.spawn(['node', join(installed, 'bin', 'gatehouse.mjs'), 'start'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      GATEWAY_PORT: '0',
      GATEWAY_ANNOUNCE: 'json',
      GATEWAY_DATA_DIR: join(folder, 'data'),
      GATEWAY_WORKSPACE_API_KEY: 'workspace-key-of-the-package-test',
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  try {
    const url = await announcedUrl(child.stdout)
    const headers = { 'x-gateway-api-key': 'workspace-key-of-the-package-test', 'x-gateway-provider': 'mock' }
    const body = { model: 'mock-1', messages: [{ role: 'user', content: 'Hello' }] }
    const chat = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(await chat.text()).toContain('Hello from the mock provider')
    expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toContain('/assets/')
    expect(await (await fetch(`${url}/docs/quickstart`)).text()).toContain('<h1 id="quickstart">')
  } finally {
    child.kill()
    await child.exited
  }
})

async function announcedUrl(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let printed = ''
  for await (const chunk of output) {
    printed += decoder.decode(chunk, { stream: true })
    const url = /^\{"url":"([^"]+)".*\}$/m.exec(printed)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`The gateway ended:\n${printed}`)
}
