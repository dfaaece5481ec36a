/** The gateway's metadata of a response, from its headers. */
export function readMetadata(response) {
    const get = (name) => response.headers.get(`x-gateway-${name}`);
    const target = get('last-used-option-index');
    const index = /\[(\d+)\]$/.exec(target ?? '')?.[1];
    const count = get('retry-attempt-count');
    const retryCount = count === null || count === '' ? null : Number(count);
    return {
        traceId: get('trace-id'),
        requestId: get('request-id'),
        provider: get('provider'),
        target,
        targetIndex: index === undefined ? null : Number(index),
        cacheStatus: get('cache-status'),
        retryCount,
        attempts: retryCount === null || retryCount < 0 ? null : retryCount + 1,
        status: response.status,
    };
}
/** Added as a non-enumerable property, so that JSON.stringify and spreads omit it. */
export function attachMetadata(answer, gateway) {
    if (typeof answer === 'object' && answer !== null && !('gateway' in answer))
        Object.defineProperty(answer, 'gateway', { value: gateway, enumerable: false });
    return answer;
}
