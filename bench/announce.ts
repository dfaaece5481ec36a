/** Prints the readiness line of a benchmark process: one line of JSON, as the gateway prints it for tests. */

export type Announcement = { readonly url: string }

export function announce(url: string): void {
  process.stdout.write(`${JSON.stringify({ url } satisfies Announcement)}\n`)
}
