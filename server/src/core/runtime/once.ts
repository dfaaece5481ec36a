/** Creates a value on first use and caches it. A rejected promise is not cached; the next use tries again. */

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
