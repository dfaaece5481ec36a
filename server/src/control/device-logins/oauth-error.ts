/** Errors in the format of OAuth 2.0 (RFC 6749, section 5.2). */

export class OAuthError extends Error {
  constructor(
    readonly code: string,
    readonly description: string,
    readonly status = 400,
    readonly retryAfterMs: number | null = null,
  ) {
    super(description)
  }
}
