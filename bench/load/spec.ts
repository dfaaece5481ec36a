/** What a load process is told to do, and what it answers: one line of JSON each way. */

export type LoadTarget = {
  /** Origin, without a trailing slash. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export type LoadSpec =
  | { readonly kind: 'requests'; readonly target: LoadTarget; readonly count: number; readonly concurrency: number }
  | {
      readonly kind: 'streams'
      readonly target: LoadTarget
      readonly streams: number
      readonly events: number
      readonly gapMs: number
    }
  /** One request at a time, to each target in turn, so that noise falls on all of them alike. */
  | { readonly kind: 'latency'; readonly targets: readonly LoadTarget[]; readonly count: number }
  /** Opens streams, says so, and keeps them until it is stopped. */
  | {
      readonly kind: 'hold'
      readonly target: LoadTarget
      readonly model: 'bench-flood' | 'bench-open'
      readonly count: number
    }

export type LoadResult = {
  readonly durationMs: number
  /** Only of `latency`: one sorted list per target. */
  readonly latenciesMs: readonly (readonly number[])[]
}
