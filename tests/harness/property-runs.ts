/** How many cases property tests and simulations run. */

/** `npm test` runs a part of them, `npm run test:long` all. */
const PART = process.env['GATEHOUSE_TEST_LENGTH'] === 'full' ? 1 : 0.2

/** The cases of this run out of `all`. A failing case prints its seed. */
export function propertyRuns(all: number): number {
  return Math.ceil(all * PART)
}
