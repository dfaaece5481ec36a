/** Every TypeScript block of the SDK's README runs unchanged. */

import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shareGateway } from '../harness/share-gateway.ts'

const ROOT = join(import.meta.dir, '..', '..')
const README = readFileSync(join(ROOT, 'sdk', 'typescript', 'README.md'), 'utf8')
const BLOCKS = [...README.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code]) => code ?? '')

const gateway = await shareGateway()
// Inside the project, so that other packages resolve; the examples' tsconfig maps the SDK to its source.
const folder = mkdtempSync(join(ROOT, 'examples', 'run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('README examples', () => {
  expect(BLOCKS.length).toBeGreaterThanOrEqual(7)
})

test.each(BLOCKS.map((code, i) => [i + 1, code] as const))('block %d', async (number, code) => {
  const file = join(folder, `${number}.ts`)
  writeFileSync(file, code)
  const child = Bun.spawn([process.execPath, file], {
    env: { ...process.env, GATEWAY_API_KEY: gateway.workspaceKey, GATEWAY_BASE_URL: gateway.baseURL },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, problem] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect(await child.exited, problem).toBe(0)
  expect(out).not.toBe('')
})
