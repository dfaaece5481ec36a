/** In the long suite because pages for a shell need bash, which not every machine has. */

import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../harness/share-gateway.ts'
import { readPage } from './pages.ts'
import { setScene } from './scene.ts'
import { tryPage } from './try-page.ts'

const scene = await setScene(await shareGateway())
afterAll(() => scene[Symbol.asyncDispose]())
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-clients-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a connection of Node that uses no proxy is refused and reported', async () => {
  const program = `node -e "require('node:net').connect(443, 'elsewhere.example').on('error', () => {})"`
  const page = { ...readPage('codex'), programs: new Map([['sh', program] as const]) }
  const problems = await tryPage(scene, page, 'sh', 'openai', { folder, bin: [] })
  expect(problems).toContain('wanted to reach elsewhere.example')
})
