import { expect, test } from 'bun:test'
import { findCircles } from './find-circles.ts'
import { IMPORT_RULES } from './import-rules.ts'

/** A file, what it may import, and what a rule refuses. */
const EXAMPLES = [
  ['server/src/core/a.ts', 'server/src/core/b.ts', 'server/src/gateway/b.ts'],
  ['server/src/control/a.ts', 'server/src/config/schema/b.ts', 'server/src/config/compile.ts'],
  ['server/src/settings.ts', 'server/src/core/b.ts', 'server/src/app/b.ts'],
  ['server/src/app/a.ts', 'server/src/gateway/b.ts', 'tests/harness/b.ts'],
  ['server/src/app/a.test.ts', 'tests/harness/b.ts', null],
  ['server/src/new-folder/a.ts', null, 'server/src/core/b.ts'],
  ['server/src/providers/openai/a.ts', 'server/src/providers/openai/b.ts', 'server/src/providers/anthropic/b.ts'],
  ['server/src/providers/openai/a.ts', 'server/src/providers/adapter.ts', 'server/src/providers/openai/a.test.ts'],
  ['server/src/cli/a.ts', 'server/src/app/b.ts', 'dashboard/src/b.ts'],
  ['log-filter/a.ts', 'log-filter/b.ts', 'server/src/core/b.ts'],
  ['dashboard/src/app/a.ts', 'log-filter/b.ts', 'server/src/core/b.ts'],
  ['dashboard/src/design/a.tsx', 'dashboard/src/design/b.tsx', 'dashboard/src/pages/b.tsx'],
  ['sdk/typescript/src/a.ts', 'sdk/typescript/src/b.ts', 'log-filter/b.ts'],
  ['scripts/a.ts', 'server/src/core/b.ts', 'sdk/typescript/src/b.ts'],
  ['bin/a.mjs', 'bin/b.mjs', 'scripts/b.mjs'],
  ['tests/integration/a.test.ts', 'tests/harness/b.ts', 'server/src/core/b.ts'],
  ['tests/harness/a.ts', 'server/src/core/b.ts', null],
] as const

function refusals(from: string, path: string): string[] {
  return IMPORT_RULES.filter((rule) => rule.from(from) && rule.refuses(path, from)).map(({ why }) => why)
}

test.each(EXAMPLES)('%s may import %s, but not %s', (from, allowed, refused) => {
  if (allowed) expect(refusals(from, allowed)).toEqual([])
  if (refused) expect(refusals(from, refused)).not.toEqual([])
})

test('each circle is found once, also one of a single file', () => {
  const imported = new Map([
    ['start', ['a', 'd']],
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
    ['self', ['self']],
  ])
  expect(findCircles(imported)).toEqual([
    ['a', 'b', 'c', 'a'],
    ['self', 'self'],
  ])
})
