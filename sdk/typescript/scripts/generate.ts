/** Writes the generated files of both SDKs from contract/ and builds dist/; `--check` only reports stale files. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sdkFiles } from './sdk-files.ts'

const root = join(import.meta.dir, '..', '..', '..')
const contract = (name: string): unknown => JSON.parse(readFileSync(join(root, 'contract', name), 'utf8'))
const SDK = 'sdk/typescript'
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

// dist/ is in the repository, so that a clone can be packed and installed without a compiler.
if (!onlyCheck && isOlder(join(root, SDK, 'dist'), [join(root, SDK, 'src'), join(root, SDK, 'tsconfig.json')])) {
  rmSync(join(root, SDK, 'dist'), { recursive: true, force: true })
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status } = spawnSync('node', [compiler, '-p', join(root, SDK)], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The TypeScript SDK does not compile.')
}

const names = stale.map(([path]) => path).join(', ')
if (stale.length === 0) console.log('the generated files of the SDKs are up to date')
else if (!onlyCheck) console.log(`wrote ${names}`)
else {
  console.error(`stale: ${names}. Run: npm run generate`)
  process.exitCode = 1
}

/** True if a file of `sources` is newer than the oldest file of `folder`, or if `folder` has no files. */
function isOlder(folder: string, sources: readonly string[]): boolean {
  const written = timesIn(folder)
  return written.length === 0 || Math.max(...sources.flatMap(timesIn)) > Math.min(...written)
}

function timesIn(path: string): number[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) return [stat.mtimeMs]
  return readdirSync(path).flatMap((name) => timesIn(join(path, name)))
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
