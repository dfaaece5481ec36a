/** A `request_timeout` for providers that never respond: long enough to reach them even on a busy machine. */
export const REACHES_PROVIDER_MS = 5_000
