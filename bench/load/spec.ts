/** Specification and result of a load generator process, each one line of JSON. */

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
  /** One request at a time, to each target in turn, so that noise affects all targets equally. */
  | { readonly kind: 'latency'; readonly targets: readonly LoadTarget[]; readonly count: number }
  /** Opens streams, prints the result once all are open, and holds them until the process is stopped. */
  | {
      readonly kind: 'hold'
      readonly target: LoadTarget
      readonly model: 'bench-flood' | 'bench-open'
      readonly count: number
    }

export type LoadResult = {
  readonly durationMs: number
  /** Only for `latency` and `requests`: one sorted list per target. */
  readonly latenciesMs: readonly (readonly number[])[]
}
