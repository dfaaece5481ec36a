/** Chat and text completions, messages and responses; streamed or not. */
import { segment } from "./segment.js";
/** An endpoint that returns a whole response or, with `stream: true`, a stream. */
export class CompletionResource {
    #caller;
    #path;
    constructor(caller, path) {
        this.#caller = caller;
        this.#path = path;
    }
    create(params, options) {
        return this.#caller.create(this.#path, params, options);
    }
}
export class Responses extends CompletionResource {
    #caller;
    constructor(caller) {
        super(caller, '/responses');
        this.#caller = caller;
    }
    retrieve(id, query, options) {
        return this.#caller.json({ method: 'GET', path: `/responses/${segment(id)}`, query, options });
    }
    delete(id, options) {
        return this.#caller.json({ method: 'DELETE', path: `/responses/${segment(id)}`, options });
    }
    cancel(id, options) {
        return this.#caller.json({ method: 'POST', path: `/responses/${segment(id)}/cancel`, options });
    }
}
