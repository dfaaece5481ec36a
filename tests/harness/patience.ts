/** A `request_timeout` for providers that never respond. On a busy machine the request must still reach them before it ends. */
export const REACHES_PROVIDER_MS = 5_000
