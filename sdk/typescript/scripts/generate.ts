/** Writes the generated files of both SDKs from contract/; `--check` only compares and names what is stale. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sdkFiles } from './sdk-files.ts'

const root = join(import.meta.dir, '..', '..', '..')
const contract = (name: string): unknown => JSON.parse(readFileSync(join(root, 'contract', name), 'utf8'))
const RESOURCES = 'sdk/python/src/gatehouse/_resources'
const onlyCheck = process.argv.includes('--check')

const files = sdkFiles({
  options: contract('options.json'),
  openapi: contract('openapi.json'),
  configSchema: contract('config.schema.json'),
  pythonResources: Object.fromEntries(
    readdirSync(join(root, RESOURCES))
      .filter((name) => name.endsWith('.py'))
      .sort()
      .map((name) => [name, readFileSync(join(root, RESOURCES, name), 'utf8')]),
  ),
})
const stale = Object.entries(files).filter(([path, text]) => readOrEmpty(join(root, path)) !== text)
if (!onlyCheck) {
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const names = stale.map(([path]) => path).join(', ')
if (stale.length === 0) console.log('the generated files of the SDKs are up to date')
else if (!onlyCheck) console.log(`wrote ${names}`)
else {
  console.error(`stale: ${names}. Run: npm run generate`)
  process.exitCode = 1
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
