/** A target with a unique path per simulator, so that a simulator on a reused port does not inherit circuit state. */

import { at } from './at.ts'

const paths = new WeakMap<object, string>()

export function atOwnPath<More extends object = object>(upstream: { readonly url: string }, more?: More) {
  const path = paths.get(upstream) ?? crypto.randomUUID()
  paths.set(upstream, path)
  return at({ url: `${upstream.url}/${path}` }, more)
}
