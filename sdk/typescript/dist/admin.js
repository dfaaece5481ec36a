/** The admin API client. A separate entry point, so that applications need not bundle it. */
import { newTransport } from "./gatehouse.js";
import { adminResources } from "./generated/admin.js";
import { segment } from "./resources/segment.js";
import { Caller } from "./transport/caller.js";
/**
 * ```ts
 * const admin = createAdmin({ apiKey: process.env.GATEWAY_ADMIN_API_KEY })
 * await admin.virtualKeys.create({ name: 'openai main', provider: 'openai', key: process.env.OPENAI_API_KEY })
 * for (const key of (await admin.virtualKeys.list()).data) console.log(key.slug)
 * ```
 */
export function createAdmin(options = {}) {
    const caller = new Caller(newTransport(options));
    return adminResources({
        json: (call) => caller.json(requestOf(call)),
        stream: (call) => caller.stream(requestOf(call)),
        raw: (call) => caller.raw(requestOf(call)),
    });
}
/** Creating calls send an idempotency key, so that a retry creates only one object. */
function requestOf({ method, path, values = [], query, body, isRepeatable, options }) {
    let next = 0;
    return {
        method,
        path: path.replace(/\{[^}]+\}/g, () => segment(values[next++] ?? '')),
        query,
        body,
        options,
        ...(isRepeatable && { extraHeaders: { 'idempotency-key': crypto.randomUUID() } }),
    };
}
