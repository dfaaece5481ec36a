/**
 * `npm run test:clients [name...]`: installs each client at its newest version and runs its page of docs/clients/
 * against a gateway. `--installed` uses the versions in the cache; `--dialect=google` runs one provider. Updates
 * tested-versions.json and ends with the line `N passed, N failed`.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { CLIENTS } from './clients.ts'
import { type Installed, install, type Versions } from './install.ts'
import { type Page, pageNames, readPage } from './pages.ts'
import { DIALECTS, setScene, type Upstream } from './scene.ts'
import { tryPage } from './try-page.ts'

const LIST = join(import.meta.dir, 'tested-versions.json')
const args = process.argv.slice(2)
const isKept = args.includes('--installed')
const chosen = args.find((one) => one.startsWith('--dialect='))?.slice('--dialect='.length)
const wanted = args.filter((one) => !one.startsWith('--'))
const unknown = wanted.filter((name) => !pageNames().includes(name))
if (unknown.length > 0) {
  say(`There is no client ${unknown.join(', ')}. Clients: ${pageNames().join(', ')}.`)
  process.exit(2)
}

type Row = { readonly name: string; readonly version: string; readonly cells: string[]; passed: number; failed: number }

await using gateway = await startGatewayProcess()
await using scene = await setScene(gateway)
const rows: Row[] = []
for (const name of wanted.length > 0 ? wanted : pageNames()) rows.push(await tryClient(readPage(name)))

say('')
for (const { name, version, cells } of rows) say(`${name} (${version}): ${cells.join(', ')}`)
const total = (member: 'passed' | 'failed') => rows.reduce((sum, row) => sum + row[member], 0)
say(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') === 0 ? 0 : 1

async function tryClient(page: Page): Promise<Row> {
  say(`\n== ${page.name}`)
  let installed: Installed
  try {
    installed = await install(page, isKept)
  } catch (error) {
    say(`not installed: ${error instanceof Error ? error.message : String(error)}`)
    return { name: page.name, version: 'none', cells: ['not installed'], passed: 0, failed: 1 }
  }
  const version = Object.entries(installed.versions)
    .map((pair) => pair.join(' '))
    .join(', ')
  const row: Row = { name: page.name, version, cells: [], passed: 0, failed: 0 }
  const dialects = CLIENTS[page.name]?.dialects ?? DIALECTS
  for (const language of page.programs.keys()) {
    for (const dialect of chosen === undefined ? dialects : dialects.filter((one: Upstream) => one === chosen)) {
      const problems = await tryPage(scene, page, language, dialect, installed).catch((error: unknown) => [
        String(error),
      ])
      const isGood = problems.length === 0
      row[isGood ? 'passed' : 'failed'] += 1
      row.cells.push(`${language}/${dialect} ${isGood ? 'passed' : 'FAILED'}`)
      say(`${isGood ? 'passed' : 'FAILED'} ${page.name} ${language} ${dialect}`)
      for (const problem of problems) say(`  ${problem.replaceAll('\n', '\n  ')}`)
    }
  }
  if (row.failed === 0 && chosen === undefined) noteVersions(page.name, installed.versions)
  return row
}

function noteVersions(name: string, versions: Versions): void {
  const list = JSON.parse(readFileSync(LIST, 'utf8')) as Record<string, Versions>
  const sorted = Object.entries({ ...list, [name]: versions }).sort(([one], [other]) => one.localeCompare(other))
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
