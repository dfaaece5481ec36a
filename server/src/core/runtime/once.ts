/** Makes a value at its first use and keeps it. A promise that rejects is not kept: the next use makes it again. */

export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | null = null
  return () => {
    if (made) return made.value
    const own = { value: make() }
    made = own
    if (own.value instanceof Promise)
      own.value.catch(() => {
        if (made === own) made = null
      })
    return own.value
  }
}
