/** Links of invitations. */

export const LINK_LASTS_MS = 72 * 3_600_000

/** The token is in the URL fragment, which browsers do not send to servers and access logs do not contain. */
export function inviteLink(baseUrl: string, token: string): string {
  return `${baseUrl}/#/invite/${token}`
}

/** What is hashed; the word keeps it apart from other tokens. */
export function invitePlace(token: string): string {
  return `invite/${token}`
}
