/** A stream whose items the test pushes one by one, so that it can observe each item before pushing the next. */

export interface EventChannel<Item> extends AsyncIterable<Item> {
  push(item: Item): void
  close(): void
}

export function eventChannel<Item>(): EventChannel<Item> {
  const items: Item[] = []
  let closed = false
  let wake: () => void = () => {}
  return {
    push(item) {
      items.push(item)
      wake()
    },
    close() {
      closed = true
      wake()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const item = items.shift()
        if (item !== undefined) yield item
        else if (closed) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}
