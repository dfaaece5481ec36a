/** The pages of clients whose packages are pinned here. `npm run test:clients` runs all pages with newest versions. */

import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../docs/blocks.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { CLIENTS } from './clients.ts'
import { pageNames, readPage } from './pages.ts'
import { setScene } from './scene.ts'
import tested from './tested-versions.json'
import { tryPage } from './try-page.ts'

const scene = await setScene(await shareGateway())
afterAll(() => scene[Symbol.asyncDispose]())
// In examples/, so that packages resolve from node_modules.
const folder = mkdtempSync(join(ROOT, 'examples', 'run-clients-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['openai', 'openai'],
  ['openai', 'anthropic'],
  ['anthropic', 'anthropic'],
  ['anthropic', 'google'],
  ['vercel-ai', 'openai'],
  ['vercel-ai', 'anthropic'],
] as const)('the TypeScript program of docs/clients/%s.md works with %s', async (name, dialect) => {
  const own = { folder, bin: [], typescript: process.execPath }
  expect(await tryPage(scene, readPage(name), 'ts', dialect, own)).toEqual([])
})

test('every page has an expectation, says what to install and has something to run', () => {
  expect(Object.keys(CLIENTS).sort()).toEqual(pageNames())
  for (const name of pageNames()) {
    const { install, programs } = readPage(name)
    expect(Object.values(install).flat(), name).not.toBeEmpty()
    expect(programs.size, name).toBeGreaterThan(0)
    if (programs.has('python')) expect(install.pip, name).toBeDefined()
    if (programs.has('ts')) expect(install.npm, name).toBeDefined()
  }
})

test('the list of tested versions names the packages of the pages', () => {
  for (const [name, versions] of Object.entries(tested)) {
    const { install } = readPage(name)
    const wanted = Object.entries(install).flatMap(([installer, packages]) =>
      packages.map((one) => `${installer}:${one.replace(/\[.*\]$/, '')}`),
    )
    expect(Object.keys(versions).sort(), name).toEqual(wanted.sort())
  }
})

test('a run without the key, without success and with a connection elsewhere is reported', async () => {
  const program = `
    await fetch('http://127.0.0.1:8787/v1/models')
    await fetch('https://elsewhere.example').catch(() => {})
    process.exit(3)`
  const page = { ...readPage('openai'), programs: new Map([['ts', program] as const]) }
  const problems = await tryPage(scene, page, 'ts', 'openai', { folder, bin: [], typescript: process.execPath })
  expect(problems).toEqual(
    expect.arrayContaining([
      'exit code 3',
      'GET /v1/models came without the gateway key (status 401)',
      'wanted to reach elsewhere.example',
      'the gateway saw no successful request',
      'did not offer the tool get_temperature, but none',
    ]),
  )
})
