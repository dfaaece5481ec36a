/** Writes docs/providers.md. With `--check` it only checks that the file is up to date. */

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { providersPage } from './providers-page.ts'

const path = resolve(import.meta.dir, '../../docs/providers.md')
const page = providersPage()
const written = await Bun.file(path)
  .text()
  .catch(() => '')
if (written === page) process.stdout.write('docs/providers.md is up to date\n')
else if (process.argv.includes('--check')) {
  process.stderr.write('docs/providers.md is stale. Run: node bin/bun.mjs tests/conformance/write-providers-page.ts\n')
  process.exitCode = 1
} else {
  mkdirSync(resolve(path, '..'), { recursive: true })
  await Bun.write(path, page)
  process.stdout.write('wrote docs/providers.md\n')
}
