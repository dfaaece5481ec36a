/** How many cases property tests and simulations run. */

/** `npm test` runs every fifth of them, `npm run test:long` all. */
const STEP = process.env['GATEHOUSE_TEST_LENGTH'] === 'full' ? 1 : 5

/** The number of cases of this run out of `all`. A failing case prints its seed. */
export function propertyRuns(all: number): number {
  return Math.ceil(all / STEP)
}

/** The cases of this run. Another `turn` chooses others, so that similar lists together try every kind of case. */
export function partOf<Case>(cases: readonly Case[], turn: number): Case[] {
  return cases.filter((_, index) => (index + turn) % STEP === 0)
}
