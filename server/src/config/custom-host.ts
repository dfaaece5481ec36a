/** Validates the form of custom hosts. egress/ decides whether the gateway may connect to them. */

const MAX_LENGTH = 2048
/** Excludes characters that URL parsers treat differently: spaces, controls, backslashes, non-ASCII. */
const PLAIN = /^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i

const EMPTY_LABEL = /^\.|\.\./

export const CUSTOM_HOST_FORM =
  'a base URL such as https://host/v1, with http or https, without user, query or fragment, at most 2048 ASCII characters'

/** The base URL without a trailing slash, or null if it is invalid. */
export function readCustomHost(text: string): string | null {
  if (text.length > MAX_LENGTH || !PLAIN.test(text) || /[?#]/.test(text)) return null
  const url = URL.parse(text)
  // The parsed URL does not show an empty user (`https://@host`), so check the text of the authority.
  const authority = text.slice(text.indexOf('//') + 2).split('/', 1)[0]!
  if (url === null || authority === '' || authority.includes('@') || EMPTY_LABEL.test(url.hostname)) return null
  return url.origin + url.pathname.replace(/\/+$/, '')
}
