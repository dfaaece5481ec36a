/** A body worker that never finishes a job. */

declare const self: { onmessage: (() => void) | null }

self.onmessage = () => {
  // No result is posted.
}

export {}
