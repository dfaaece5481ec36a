/** Writes contract/ from the tables in the code; `--check` only compares and names what is stale. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../package.json'
import { configJsonSchema } from '../server/src/config/schema.ts'
import { openapi } from '../server/src/control/openapi.ts'
import { adminOperations, type ControlParts } from '../server/src/control/operations.ts'
import { ERRORS } from '../server/src/core/error-table.ts'
import { optionsContract } from '../server/src/core/options/option-table.ts'
import { providerForms } from '../server/src/gateway/stored/provider-forms.ts'
import { settingKeys } from '../server/src/providers/registry.ts'

const folder = join(import.meta.dir, '..', 'contract')

/** Operations are described here, never run: whatever they ask of the running parts is an error. */
const NOT_RUNNING: unknown = new Proxy(
  () => {
    throw new Error('Operations are only described here; one of them asked a running part while it was made.')
  },
  { get: () => NOT_RUNNING },
)

/** With these parts, and no other. */
function onlyWith<Parts extends object>(known: Partial<Parts>): Parts {
  return new Proxy(known, { get: (own, name) => Reflect.get(own, name) ?? NOT_RUNNING }) as Parts
}

const PARTS = onlyWith<ControlParts>({
  virtualKeys: onlyWith<ControlParts['virtualKeys']>({ forms: providerForms() }),
})

const contents: Readonly<Record<string, unknown>> = {
  'config.schema.json': configJsonSchema(),
  'options.json': optionsContract(settingKeys()),
  'errors.json': ERRORS,
  'openapi.json': openapi(adminOperations(PARTS), version),
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const onlyCheck = process.argv.includes('--check')
const stale: string[] = []
mkdirSync(folder, { recursive: true })
for (const [name, value] of Object.entries(contents)) {
  const path = join(folder, name)
  const text = `${JSON.stringify(value, null, 2)}\n`
  if (readOrEmpty(path) === text) continue
  stale.push(name)
  if (!onlyCheck) writeFileSync(path, text)
}

if (stale.length === 0) console.log('contract/ is up to date')
else if (!onlyCheck) console.log(`wrote contract/: ${stale.join(', ')}`)
else {
  console.error(`contract/ is stale: ${stale.join(', ')}. Run: npm run generate`)
  process.exitCode = 1
}

// The SDKs are written from contract/, so after it.
await import('../sdk/typescript/scripts/generate.ts')
