import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { DimensionInput } from './dimensions.ts'
import { LogGroups, type RollupEntry } from './log-groups.ts'
import { INPUT_COLUMNS, SUM, type SumInput } from './sum-columns.ts'

const PLAIN: DimensionInput = [
  200,
  'openai',
  'gpt',
  'key',
  'config',
  'virtual',
  'prompt',
  1,
  'chat',
  'ada',
  null,
  'sopenai',
  null,
]
const OTHER: DimensionInput = [
  500,
  'azure',
  'o3',
  'kay',
  null,
  null,
  null,
  null,
  'embed',
  'bob',
  '{"team":"a"}',
  'fazure',
  '\u001fpii\u001edenied\u001einput\u001e3',
]

function logOf(atMs: number, workspaceId: string, organisationId: string, dimensions: DimensionInput): RollupEntry {
  const input = INPUT_COLUMNS.map((name) =>
    name === 'started_at_ms' ? atMs : name === 'attempt_outcomes' ? null : 0,
  ) as unknown as SumInput
  return { organisationId, workspaceId, input, dimensions }
}

/** Each entry differs from the first in one rollup key. */
const KINDS: readonly (() => RollupEntry)[] = [
  () => logOf(60_000, 'w', 'o', [...PLAIN]),
  () => logOf(120_000, 'w', 'o', [...PLAIN]),
  () => logOf(60_000, 'v', 'o', [...PLAIN]),
  () => logOf(60_000, 'w', 'p', [...PLAIN]),
  ...PLAIN.map(
    (_, index) => () =>
      logOf(
        60_000,
        'w',
        'o',
        PLAIN.map((value, at) => (at === index ? OTHER[at] : value)) as unknown as DimensionInput,
      ),
  ),
]

test('logs are grouped exactly when all rollup keys are equal, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: KINDS.length - 1 }), { maxLength: 60 }), (order) => {
      const groups = new LogGroups()
      for (const kind of order) groups.add(KINDS[kind]!(), null)
      const counts = [...groups.take()].map((group) => group.sums[SUM.requests]!)
      const expected = new Map<number, number>()
      for (const kind of order) expected.set(kind, (expected.get(kind) ?? 0) + 1)
      expect(counts).toEqual([...expected.values()])
      // Later entries start new groups.
      groups.add(KINDS[order.at(-1) ?? 0]!(), null)
      expect([...groups.take()].map((group) => group.sums[SUM.requests])).toEqual([1])
    }),
  )
})
