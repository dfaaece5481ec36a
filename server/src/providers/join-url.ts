/** Joins a base URL and the client's path. The result cannot leave the origin or the base path. */

import { GatewayError } from '../core/errors.ts'

// `?` and `#` end the path. URL parsers read `\` as `/` and drop control characters. Dot segments leave the base path,
// such as an API version or a tenant's folder on a custom host. They may be written as %2e, between %2f, or before a
// path parameter.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\\?#\x00-\x20\x7f]|(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|;|%3b|$)/i

/** `search` is empty or starts with `?`. */
export function joinUrl(base: string, path: string, search: string): string {
  if (path.charCodeAt(0) !== 47 || UNSAFE.test(path)) {
    throw new GatewayError('endpoint_unsupported', {
      message: 'The path of the provider endpoint contains a dot segment, a backslash or a control character.',
      hint: 'Send the path as the provider documents it, with special characters percent-encoded.',
    })
  }
  return base + path + search
}

/** Adds a query parameter unless the client has sent it. */
export function withParameter(search: string, name: string, value: string): string {
  if (search.includes(`?${name}=`) || search.includes(`&${name}=`)) return search
  const pair = `${name}=${encodeURIComponent(value)}`
  return search.length > 1 ? `${search}&${pair}` : `?${pair}`
}
