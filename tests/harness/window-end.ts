/** Keeps the end of a rate limit window out of a test. Windows of hours and days end at full hours and days in UTC. */

export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** If the window of this size ends within `testMs`, waits until it has ended. */
export async function windowLasts(sizeMs: number, testMs: number): Promise<void> {
  const leftMs = sizeMs - (Date.now() % sizeMs)
  if (leftMs < testMs) await Bun.sleep(leftMs)
}
