/**
 * Generates files from tables in the code: contract/, pages of docs/, and the schema of a new store. `--check` only
 * reports stale files. The files of the SDKs are generated from contract/ by sdk/typescript/scripts/generate.ts.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { version } from '../package.json'
import { providerForms } from '../server/src/admin-services/provider-forms.ts'
import { configJsonSchema } from '../server/src/config/schema.ts'
import { openapiDocument } from '../server/src/control/openapi/document.ts'
import { adminOperations, type ControlParts } from '../server/src/control/operations.ts'
import { ERRORS } from '../server/src/core/error-table.ts'
import { optionsContract } from '../server/src/core/options/option-table.ts'
import { settingKeys } from '../server/src/providers/registry.ts'
import { configPage } from './docs-pages/config-page.ts'
import { errorsPage } from './docs-pages/errors-page.ts'
import { guardrailChecksPage } from './docs-pages/guardrail-checks-page.ts'
import { headersPage } from './docs-pages/headers-page.ts'
import { settingsPage } from './docs-pages/settings-page.ts'
import { newStoreSource } from './new-store.ts'

const root = join(import.meta.dir, '..')

/** Operations are only described here. Any use of a running component is an error. */
const NOT_RUNNING: unknown = new Proxy(
  () => {
    throw new Error('Operations are only described here, but one used a running component.')
  },
  { get: () => NOT_RUNNING },
)

/** Provides only the given parts. Any call to another part throws. */
function onlyWith<Parts extends object>(known: Partial<Parts>): Parts {
  return new Proxy(known, { get: (own, name) => Reflect.get(own, name) ?? NOT_RUNNING }) as Parts
}

const PARTS = onlyWith<ControlParts>({
  virtualKeys: onlyWith<ControlParts['virtualKeys']>({ forms: providerForms() }),
})

const contents: Readonly<Record<string, string>> = {
  'contract/config.schema.json': json(configJsonSchema()),
  'contract/options.json': json(optionsContract(settingKeys())),
  'contract/errors.json': json(ERRORS),
  'contract/openapi.json': json(openapiDocument(adminOperations(PARTS), version)),
  'docs/config.md': configPage(),
  'docs/errors.md': errorsPage(),
  'docs/guardrail-checks.md': guardrailChecksPage(),
  'docs/headers.md': headersPage(),
  'docs/settings.md': settingsPage(),
  'server/src/stores/sql/new-store.ts': await newStoreSource(),
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
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
for (const [name, text] of Object.entries(contents)) {
  const path = join(root, name)
  if (readOrEmpty(path) === text) continue
  stale.push(name)
  if (onlyCheck) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

if (stale.length === 0) console.log('all generated files are up to date')
else if (!onlyCheck) console.log(`wrote: ${stale.join(', ')}`)
else {
  console.error(`stale: ${stale.join(', ')}. Run: npm run generate`)
  process.exitCode = 1
}
