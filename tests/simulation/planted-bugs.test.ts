import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { partOf } from '../harness/property-runs.ts'
import { loadWith, PLANTED_BUGS } from './planted-bugs.ts'
import { simulate } from './simulate.ts'

const MAX_SEEDS = 10_000

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-planted-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each(partOf(PLANTED_BUGS, 0).map((planted) => [planted.name, planted] as const))(
  'the simulation finds: %s',
  async (name, planted) => {
    const engine = await loadWith(planted, folder)
    let found = null
    for (let seed = 1; seed <= MAX_SEEDS && found === null; seed++) {
      const result = simulate(seed, engine)
      // A seed that also fails without the bug has not found the bug.
      if (result.violation !== null && simulate(seed).violation === null) found = result
    }
    process.stdout.write(`planted: ${name}: ${found ? `seed ${found.seed}, ${found.violation}` : 'NOT FOUND'}\n`)
    expect(found).not.toBeNull()
  },
)
