/** A body worker that exits on its first job. */

declare const self: { onmessage: (() => void) | null }

self.onmessage = () => process.exit(3)

export {}
