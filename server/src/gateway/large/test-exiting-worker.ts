/** A body worker that ends with its first job. */

declare const self: { onmessage: (() => void) | null }

self.onmessage = () => process.exit(3)

export {}
