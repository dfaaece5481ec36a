/** Joins a provider's base URL and the caller's path so that neither the origin nor the base path can be left. */

import { GatewayError } from '../core/errors.ts'

// `?` and `#` would end the path, a URL parser reads `\` as `/` and drops control characters, and dot segments
// (also spelled %2e, also between %2f) climb out of the base: out of an API version, or out of a tenant's folder on a custom host.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\\?#\x00-\x20\x7f]|(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|$)/i

/** `search` is the empty string or begins with `?`. */
export function joinUrl(base: string, path: string, search: string): string {
  if (path.charCodeAt(0) !== 47 || UNSAFE.test(path)) {
    throw new GatewayError('endpoint_unsupported', {
      message:
        'The path of the provider endpoint is not plain: it has a dot segment, a backslash or a control character.',
      hint: 'Send the path as the provider documents it, with special characters percent-encoded.',
    })
  }
  return base + path + search
}

/** Adds a query parameter unless the caller has sent it. */
export function withParameter(search: string, name: string, value: string): string {
  if (search.includes(`?${name}=`) || search.includes(`&${name}=`)) return search
  const pair = `${name}=${encodeURIComponent(value)}`
  return search.length > 1 ? `${search}&${pair}` : `?${pair}`
}
