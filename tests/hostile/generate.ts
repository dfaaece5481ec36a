/** Writes the stored corpus from its generators; `--check` only compares and lists stale files. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Group } from './case.ts'
import { compactCase } from './compact-text.ts'
import { adminReadsGroup } from './groups/admin-reads.ts'
import { configObjectGroup } from './groups/config/config-object.ts'
import { egressGroup } from './groups/egress.ts'
import { encodingsGroup } from './groups/encodings.ts'
import { framingGroup } from './groups/framing/framing.ts'
import { guardrailsGroup } from './groups/guardrails/guardrails.ts'
import { gatewayOptionsGroup } from './groups/headers/gateway-options.ts'
import { headersGroup } from './groups/headers/headers.ts'
import { jsonBodiesGroup } from './groups/json-bodies.ts'
import { multipartGroup } from './groups/multipart.ts'
import { pollutionGroup } from './groups/pollution.ts'
import { requestCompressionGroup } from './groups/request-compression.ts'
import { hostileUpstreamsGroup } from './groups/upstream/hostile-upstreams.ts'

const GROUPS: readonly Group[] = [
  framingGroup(),
  headersGroup(),
  jsonBodiesGroup(),
  encodingsGroup(),
  gatewayOptionsGroup(),
  configObjectGroup(),
  egressGroup(),
  hostileUpstreamsGroup(),
  adminReadsGroup(),
  pollutionGroup(),
  multipartGroup(),
  requestCompressionGroup(),
  guardrailsGroup(),
]

/** Maps file names to texts. Each case is one line, so that a diff shows the changed cases. */
export function corpusFiles(): ReadonlyMap<string, string> {
  return new Map(GROUPS.map((group) => [group.file, textOf(group)]))
}

function textOf({ about, cases }: Group): string {
  const names = new Set<string>()
  for (const { name } of cases) {
    if (names.has(name)) throw new Error(`Two cases are called ${JSON.stringify(name)}.`)
    names.add(name)
  }
  const lines = cases.map((one) => `    ${JSON.stringify(compactCase(one))}`)
  return `{\n  "about": ${JSON.stringify(about)},\n  "cases": [\n${lines.join(',\n')}\n  ]\n}\n`
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

if (import.meta.main) {
  const folder = join(import.meta.dir, 'corpus')
  const onlyCheck = process.argv.includes('--check')
  mkdirSync(folder, { recursive: true })
  const stale: string[] = []
  for (const [name, text] of corpusFiles()) {
    if (readOrEmpty(join(folder, name)) === text) continue
    stale.push(name)
    if (!onlyCheck) writeFileSync(join(folder, name), text)
  }
  const total = GROUPS.reduce((sum, group) => sum + group.cases.length, 0)
  const verdict = stale.length === 0 ? 'up to date' : `${onlyCheck ? 'stale' : 'written'}: ${stale.join(', ')}`
  process.stdout.write(`tests/hostile/corpus: ${total} cases, ${verdict}\n`)
  if (onlyCheck && stale.length > 0) process.exitCode = 1
}
