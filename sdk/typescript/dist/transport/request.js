/** One request of this client, and its options. */
export function isRawBody(body) {
    return (typeof body === 'string' ||
        body instanceof Blob ||
        body instanceof ArrayBuffer ||
        body instanceof Uint8Array ||
        body instanceof FormData ||
        body instanceof URLSearchParams ||
        body instanceof ReadableStream);
}
/** Lists are joined with commas, objects are JSON; undefined values are omitted. */
export function queryString(query) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) {
        if (value === undefined || value === null)
            continue;
        if (Array.isArray(value))
            search.set(name, value.join(','));
        else
            search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    const text = search.toString();
    return text === '' ? '' : `?${text}`;
}
