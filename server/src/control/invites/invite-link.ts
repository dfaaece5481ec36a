/** The link of an invitation: how long it lasts, what it looks like, and under what it is stored. */

export const LINK_LASTS_MS = 72 * 3_600_000

/** Behind the #: what stands there is sent to no server and kept in no access log. */
export function inviteLink(baseUrl: string, token: string): string {
  return `${baseUrl}/#/invite/${token}`
}

/** What is hashed; the word keeps it apart from other tokens. */
export function invitePlace(token: string): string {
  return `invite/${token}`
}
