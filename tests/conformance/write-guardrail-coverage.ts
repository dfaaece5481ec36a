/** Writes the table of docs/guardrails.md. With `--check` it only checks that the table is up to date. */

import { resolve } from 'node:path'
import { withCoverage } from './guardrail-coverage-page.ts'

const path = resolve(import.meta.dir, '../../docs/guardrails.md')
const written = await Bun.file(path).text()
const page = withCoverage(written)
if (written === page) process.stdout.write('docs/guardrails.md is up to date\n')
else if (process.argv.includes('--check')) {
  process.stderr.write(
    'docs/guardrails.md is stale. Run: node bin/bun.mjs tests/conformance/write-guardrail-coverage.ts\n',
  )
  process.exitCode = 1
} else {
  await Bun.write(path, page)
  process.stdout.write('wrote docs/guardrails.md\n')
}
