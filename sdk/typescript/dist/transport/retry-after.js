/** Parses the Retry-After headers. */
export function readRetryAfterMs(headers) {
    const exact = headers.get('retry-after-ms');
    if (exact !== null && /^\d+(\.\d+)?$/.test(exact))
        return Number(exact);
    const text = headers.get('retry-after');
    if (text === null)
        return null;
    if (/^\d+(\.\d+)?$/.test(text))
        return Number(text) * 1000;
    const atMs = Date.parse(text);
    return Number.isNaN(atMs) ? null : Math.max(0, atMs - Date.now());
}
