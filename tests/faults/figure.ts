/** Prints what a fault was expected to do and what it did, one line each, so that a run can be read like a table. */

export function figure(id: string, what: string, measured: string, bar: string): void {
  process.stdout.write(`${id} ${what}: ${measured} (bar ${bar})\n`)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** How long `work` took, with what it gave. */
export async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly ms: number }> {
  const startMs = performance.now()
  const result = await work()
  return { result, ms: performance.now() - startMs }
}

export function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

/** Asks again until it holds; for states of another process that send no event. */
export async function until(holds: () => boolean | Promise<boolean>, limitMs = 5_000): Promise<boolean> {
  const endMs = performance.now() + limitMs
  while (performance.now() < endMs) {
    if (await holds()) return true
    await Bun.sleep(10)
  }
  return holds()
}

/** The printed figure shows whether the bar is met. The test itself fails only on a hang, so that load cannot fail it. */
export function withSlack(barMs: number): number {
  return barMs + 10_000
}
