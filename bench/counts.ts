/** Sizes of a benchmark run: full, quick, or smoke (only checks that the benchmark works). */

export type Counts = {
  readonly rounds: number
  /** The requests of a round are divided into this many turns, which alternate between the subjects. */
  readonly turns: number
  readonly requests: number
  readonly concurrency: number
  readonly streams: number
  readonly eventsPerStream: number
  readonly eventGapMs: number
  readonly latencyRequests: number
  /** Requests before the first measured round. The JIT is still compiling during the first ten thousand. */
  readonly latencyWarmUp: number
  readonly stalledReaders: number
  readonly openStreams: number
  readonly starts: number
}

const FULL: Counts = {
  rounds: 9,
  turns: 5,
  requests: 20_000,
  concurrency: 32,
  streams: 100,
  eventsPerStream: 200,
  eventGapMs: 10,
  latencyRequests: 2_000,
  latencyWarmUp: 20_000,
  stalledReaders: 1_000,
  openStreams: 5_000,
  starts: 7,
}

const QUICK: Counts = {
  ...FULL,
  rounds: 3,
  requests: 5_000,
  eventsPerStream: 100,
  latencyRequests: 500,
  latencyWarmUp: 5_000,
  stalledReaders: 200,
  openStreams: 1_000,
  starts: 3,
}

const SMOKE: Counts = {
  ...FULL,
  rounds: 1,
  turns: 1,
  requests: 200,
  concurrency: 4,
  streams: 4,
  eventsPerStream: 10,
  latencyRequests: 20,
  latencyWarmUp: 20,
  stalledReaders: 5,
  openStreams: 10,
  starts: 1,
}

export function countsFor(flags: readonly string[]): Counts {
  if (flags.includes('--smoke')) return SMOKE
  return flags.includes('--quick') ? QUICK : FULL
}
