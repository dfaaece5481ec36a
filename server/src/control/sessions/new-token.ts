/** A secret for a link or a cookie: 256 random bits that need no escaping in a URL. */

export function newToken(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })
}
