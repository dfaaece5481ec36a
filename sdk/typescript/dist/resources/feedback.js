/** Feedback on requests, and logs from external sources. */
import { segment } from "./segment.js";
export function feedbackOf(caller) {
    return {
        create: (params, options) => caller.json({ method: 'POST', path: '/feedback', body: params, options }),
        update: (id, params, options) => caller.json({ method: 'PUT', path: `/feedback/${segment(id)}`, body: params, options }),
    };
}
export function logsOf(caller) {
    return {
        /** Inserts logs of requests that did not go through the gateway. */
        create: (params, options) => caller.json({ method: 'POST', path: '/logs', body: params, options }),
    };
}
