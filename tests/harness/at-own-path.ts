/** A target that leads to a simulator under a path no other has: a port may be given out again, what is remembered of it may not. */

import { at } from './at.ts'

const paths = new WeakMap<object, string>()

export function atOwnPath<More extends object = object>(upstream: { readonly url: string }, more?: More) {
  const path = paths.get(upstream) ?? crypto.randomUUID()
  paths.set(upstream, path)
  return at({ url: `${upstream.url}/${path}` }, more)
}
