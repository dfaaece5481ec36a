/** A target that points to a simulator under a unique path: the state of a circuit must not carry over to a reused port. */

import { at } from './at.ts'

const paths = new WeakMap<object, string>()

export function atOwnPath<More extends object = object>(upstream: { readonly url: string }, more?: More) {
  const path = paths.get(upstream) ?? crypto.randomUUID()
  paths.set(upstream, path)
  return at({ url: `${upstream.url}/${path}` }, more)
}
