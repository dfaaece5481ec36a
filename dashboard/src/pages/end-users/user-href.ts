/** The URL of the page of one end user. */

export function userHref(user: string): string {
  return `/end-users/${encodeURIComponent(user)}`
}
