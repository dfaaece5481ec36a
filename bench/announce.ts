/** How a process of the benchmark says that it is ready: one line of JSON, the same the gateway prints for tests. */

export type Announcement = { readonly url: string }

export function announce(url: string): void {
  process.stdout.write(`${JSON.stringify({ url } satisfies Announcement)}\n`)
}
