/** Every TypeScript example runs unchanged and prints its documented output. The Python SDK's tests run the others. */

import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shareGateway } from '../harness/share-gateway.ts'

const ROOT = join(import.meta.dir, '..', '..')
const FOLDER = join(ROOT, 'examples', 'typescript')
const gateway = await shareGateway()
const names = readdirSync(FOLDER).sort()

/** The expected output from the comment at the end; … matches anything. */
function promised(source: string): string {
  const [, lines] = /\n\/\/ Prints:\n((?:\/\/ .*\n)+)$/.exec(source) ?? []
  if (lines === undefined) throw new Error('The example does not end with what it prints.')
  return lines.replace(/^\/\/ /gm, '')
}

function pattern(text: string): RegExp {
  const literal = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('.+')}$`)
}

test('there are ten examples', () => {
  expect(names).toHaveLength(10)
})

test.each(names)('%s prints its documented output', async (name) => {
  const file = join(FOLDER, name)
  const child = Bun.spawn([process.execPath, file], {
    env: { ...process.env, GATEWAY_API_KEY: gateway.workspaceKey, GATEWAY_BASE_URL: gateway.baseURL },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, problem] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect(await child.exited, problem).toBe(0)
  expect(out).toMatch(pattern(promised(readFileSync(file, 'utf8'))))
})

test('the examples and the SDK type-check', async () => {
  const compiler = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc')
  const child = Bun.spawn(['node', compiler, '-p', join(ROOT, 'examples'), '--noEmit'], { stdout: 'pipe' })
  expect(await new Response(child.stdout).text()).toBe('')
})
