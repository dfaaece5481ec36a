/** Flushes writers at the end of an event loop turn, so that many small messages are sent with one write. */

type Writer = { flush(): void }

let writers: Writer[] = []

export function flushAtEnd(writer: Writer): void {
  if (writers.push(writer) === 1) setImmediate(flush)
}

function flush(): void {
  const due = writers
  writers = []
  for (const writer of due) writer.flush()
}
