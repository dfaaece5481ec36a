/** Random tokens for links and cookies: 256 bits, URL-safe. */

export function newToken(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })
}
