/**
 * Adds the version to custom hosts of providers for which Portkey's documentation omits it. Every other provider's
 * custom host is the complete base URL.
 */

const VERSIONS: ReadonlyMap<string, string> = new Map([
  ['302ai', '/v1'],
  ['cohere', '/v2'],
  ['deepseek', '/v1'],
  ['google', '/v1beta'],
  ['hyperbolic', '/v1'],
  ['lepton', '/api/v1'],
  ['lingyi', '/v1'],
  ['moonshot', '/v1'],
  ['novita-ai', '/v1'],
  ['ollama', '/v1'],
  ['openrouter', '/v1'],
  ['sambanova', '/v1'],
  ['together-ai', '/v1'],
])

/** A version such as `v1`, `v2` or `v1beta` at the end of a path. A host named `v1` does not match: it follows `//`. */
const VERSIONED = /[^/]\/v[0-9][a-z0-9]*$/i

/** Adds the provider's version to a custom host that ends without one. */
export function versionedHost(slug: string, customHost: string): string {
  const version = VERSIONS.get(slug)
  return version === undefined || VERSIONED.test(customHost) ? customHost : customHost + version
}
