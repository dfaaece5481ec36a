/**
 * Checks which file may import which: the rules of import-rules.ts, no circles, only packages that package.json names. Our
 * own, because dependency-cruiser took 25 s of CPU for the same answer, a tenth of `npm test`.
 */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'
import { findCircles } from './find-circles.ts'
import { IMPORT_RULES } from './import-rules.ts'
import { isTestMaterial, PROJECT_FOLDER, projectFiles } from './project-files.mjs'

const FOLDERS =
  /^(server\/src|log-filter|dashboard\/src|sdk\/typescript\/src|simulators|tests|bench|scripts|bin)\/.*\.(tsx?|mjs|cjs|js)$/
/** Guards against a broken search or parser, which would let everything pass. */
const MINIMUM = {
  'server/src/': { files: 500, imports: 2000 },
  'dashboard/src/': { files: 200, imports: 800 },
  'sdk/typescript/src/': { files: 15, imports: 30 },
}

interface Import {
  readonly line: number
  readonly name: string
  readonly isTypeOnly: boolean
}

const problems: string[] = []
const imported = new Map<string, string[]>()
const files = projectFiles().filter((path) => FOLDERS.test(path))
for (const path of files) imported.set(path, checkFile(path))
for (const circle of findCircles(imported))
  problems.push(
    `${circle.join(' -> ')}\n    Merge two files that import each other, or move what both need to a third.`,
  )
for (const [folder, minimum] of Object.entries(MINIMUM)) {
  const seen = files.filter((path) => path.startsWith(folder))
  const imports = seen.flatMap((path) => imported.get(path) ?? []).length
  if (seen.length < minimum.files || imports < minimum.imports)
    problems.push(`only ${seen.length} files and ${imports} imports of ${folder} were read; expected more`)
  console.log(`${seen.length} files and ${imports} imports of ${folder}`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/** Returns the project's files that this file imports. */
function checkFile(path: string): string[] {
  const rules = IMPORT_RULES.filter((rule) => rule.from(path))
  const targets: string[] = []
  for (const { line, name, isTypeOnly } of importsOf(path)) {
    const report = (why: string) => problems.push(`${path}:${line} -> ${name}\n    ${why}`)
    if (/^(node|bun):|^bun$/.test(name)) continue
    if (!name.startsWith('.')) {
      const why = packageProblem(path, name, isTypeOnly)
      if (why) report(why)
      continue
    }
    const target = posix.join(posix.dirname(path), name)
    if (!existsSync(join(PROJECT_FOLDER, target))) report('There is no such file.')
    for (const rule of rules) if (rule.refuses(target, path)) report(rule.why)
    targets.push(target)
  }
  return targets
}

/** Imports of types count too: a reader has to follow them like any other. */
function importsOf(path: string): Import[] {
  const text = readFileSync(join(PROJECT_FOLDER, path), 'utf8')
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => {
    const before = text.slice(0, pos)
    const statement = before.slice(Math.max(before.lastIndexOf('import'), before.lastIndexOf('export')))
    return { line: before.split('\n').length, name: fileName, isTypeOnly: /^(import|export) type\b/.test(statement) }
  })
}

function packageProblem(path: string, name: string, isTypeOnly: boolean): string | null {
  const packageName = name.split('/', name.startsWith('@') ? 2 : 1).join('/')
  const isShipped = !isTestMaterial(path)
  // Tests of an SDK use the packages of the project.
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = packageOf(isShipped ? dirname(path) : '.')
  if (packageName in dependencies || packageName in peerDependencies) return null
  if (!(packageName in devDependencies)) return 'package.json does not name this package.'
  const mayBeAbsent = isShipped && path.startsWith('server/src/') && !isTypeOnly
  return mayBeAbsent ? 'npm ci --ignore-scripts --omit=dev must give a server that runs.' : null
}

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** The package.json of the folder, or else of the nearest one above it. */
function packageOf(folder: string): PackageFile {
  const file = join(PROJECT_FOLDER, folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : packageOf(dirname(folder))
}
