/** Which custom hosts are well formed (contract 1.9); whether the gateway may connect there is decided in egress/. */

const MAX_LENGTH = 2048
/** Everything that could make two readers see two different hosts: spaces, controls, backslashes, non-ASCII. */
const PLAIN = /^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i

const EMPTY_LABEL = /^\.|\.\./

export const CUSTOM_HOST_FORM =
  'a base URL such as https://host/v1, with http or https, without user, query or fragment, at most 2048 ASCII characters'

/** The base URL without a trailing slash, or null when it is not usable. */
export function readCustomHost(text: string): string | null {
  if (text.length > MAX_LENGTH || !PLAIN.test(text) || /[?#]/.test(text)) return null
  const url = URL.parse(text)
  // An empty user (`https://@host`) leaves no trace in the parsed URL, so the authority is looked at as written.
  const authority = text.slice(text.indexOf('//') + 2).split('/', 1)[0]!
  if (url === null || authority === '' || authority.includes('@') || EMPTY_LABEL.test(url.hostname)) return null
  return url.origin + url.pathname.replace(/\/+$/, '')
}
