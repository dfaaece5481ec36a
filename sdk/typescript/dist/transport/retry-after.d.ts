/** Parses the Retry-After headers. */
export declare function readRetryAfterMs(headers: Headers): number | null;
