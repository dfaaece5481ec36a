/**
 * Writes scripts/first-durations.json from the last runs on this machine: the slow files of each suite, in milliseconds. A
 * fresh clone starts them first, so that no lane ends long after the others. Run it after `npm run test:all`.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_FOLDER } from './project-files.mjs'
import { SUITES } from './suites.mjs'

const SLOW_MS = 5_000
const folder = join(PROJECT_FOLDER, 'node_modules', '.cache', 'gatehouse')
const titles = Object.keys(SUITES).map((name) => `${name} tests`)
const all = {}
for (const title of titles) {
  const file = `${title.replaceAll(' ', '-')}.json`
  if (!readdirSync(folder).includes(file)) throw new Error(`Run "${title}" first: it has left no durations.`)
  const { files } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const slow = Object.entries(files).filter(([, ms]) => ms >= SLOW_MS)
  all[title] = Object.fromEntries(slow.sort(([, one], [, other]) => other - one))
}
writeFileSync(join(PROJECT_FOLDER, 'scripts', 'first-durations.json'), `${JSON.stringify(all, null, 2)}\n`)
