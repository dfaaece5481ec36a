/** The code blocks of the documents run as they stand, against a gateway; `no-run` marks the few that need a real account. */

import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startGateway } from '../harness/start-gateway.ts'

const root = join(import.meta.dir, '..', '..')

function blocksOf(document: string, language: string): readonly string[] {
  const text = readFileSync(join(root, document), 'utf8')
  return [...text.matchAll(/^```(\w+)( no-run)?\n([\s\S]*?)^```/gm)]
    .filter(([, tag, isSkipped]) => tag === language && isSkipped === undefined)
    .map(([, , , code]) => code ?? '')
}

async function run(command: readonly string[], key: string): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: root,
    env: { ...process.env, GATEWAY_API_KEY: key },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, problem, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  expect(code, problem).toBe(0)
  return out
}

test.each([['README.md'], ['docs/administration.md'], ['docs/budgets.md'], ['docs/caching.md']])(
  'every shell block of %s answers',
  async (document) => {
    await using gateway = await startGateway()
    const blocks = blocksOf(document, 'sh')
    expect(blocks.length).toBeGreaterThanOrEqual(3)
    for (const block of blocks) {
      const script = block.replaceAll('http://127.0.0.1:8787', gateway.url).replace(/^export GATEWAY_API_KEY=.*$/m, '')
      const answer = await run(
        ['bash', '-c', script.replaceAll('curl ', 'curl -sS --fail-with-body ')],
        gateway.workspaceKey,
      )
      expect(JSON.parse(answer)).toHaveProperty('object')
    }
  },
)

test('every shell block about prompts answers', async () => {
  await using gateway = await startGateway()
  const blocks = blocksOf('docs/prompts.md', 'sh')
  expect(blocks.length).toBeGreaterThanOrEqual(1)
  for (const block of blocks) {
    const script = block.replaceAll('http://127.0.0.1:8787', gateway.url).replace(/^export GATEWAY_API_KEY=.*$/m, '')
    const answer = await run(
      ['bash', '-c', script.replaceAll('curl ', 'curl -sS --fail-with-body ')],
      gateway.workspaceKey,
    )
    expect(JSON.parse(answer)).toMatchObject({ object: 'chat.completion' })
  }
})

test('every TypeScript block of the README runs', async () => {
  await using gateway = await startGateway()
  const blocks = blocksOf('README.md', 'ts')
  expect(blocks.length).toBeGreaterThanOrEqual(1)
  // Below the project, so that its packages are found.
  const folder = mkdtempSync(join(root, 'tests', 'docs', 'run-'))
  try {
    for (const [i, block] of blocks.entries()) {
      const file = join(folder, `${i}.ts`)
      writeFileSync(file, block.replaceAll('http://127.0.0.1:8787', gateway.url))
      expect(await run([process.execPath, file], gateway.workspaceKey)).toContain('Hello')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
