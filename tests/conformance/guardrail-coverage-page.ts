/** The table of what guardrails cover, for docs/guardrails.md. Every cell is a case that coverage.test.ts sends. */

import { COVERAGE } from '../../server/src/gateway/guard/formats.ts'
import { COVERAGE_CASES } from '../integration/guardrails/coverage-cases.ts'

const START = '<!-- coverage:start -->'
const END = '<!-- coverage:end -->'

/** The page with the table between its marks. */
export function withCoverage(page: string): string {
  const [start, end] = [page.indexOf(START), page.indexOf(END)]
  if (start < 0 || end < start) throw new Error('docs/guardrails.md has no marks for the table.')
  return `${page.slice(0, start + START.length)}\n${coverageTable()}${page.slice(end)}`
}

function coverageTable(): string {
  const rows = new Map<string, Map<string, string[]>>()
  for (const { path, dialect, direction, isStream, part } of COVERAGE_CASES) {
    const key = `\`${path.replace('/m:', '/{model}:')}\` | ${dialect}`
    const cells = rows.get(key) ?? new Map<string, string[]>()
    rows.set(key, cells)
    const column = direction === 'input' ? 'input' : isStream ? 'stream' : 'output'
    const parts = cells.get(column) ?? []
    cells.set(column, parts)
    if (!parts.includes(part)) parts.push(part)
  }
  const lines = [...rows].map(([key, cells]) => {
    const cell = (name: string) => cells.get(name)?.join(', ') ?? ''
    return `| ${key} | ${cell('input')} | ${cell('output')} | ${cell('stream')} |`
  })
  const refused = Object.entries(COVERAGE)
    .filter(([name, { input, output }]) => name !== 'proxy' && (input === 'uncovered' || output === 'uncovered'))
    .map(
      ([name, { input, output }]) =>
        `\`${name}\`${input === output ? '' : ` (${input === 'uncovered' ? 'requests' : 'responses'})`}`,
    )
  return `
Each entry is sent through a gateway by a test, with a text that a guardrail denies. \`translated\`: the provider has another
format than the caller. Input is checked before the translation, so it is the same for every provider.

| path | format | input | response | stream |
|---|---|---|---|---|
${lines.join('\n')}

Refused under a guardrail that denies: ${refused.join(', ')}, and pass-through in an unknown format.

`
}
