/** Call helpers for resources: JSON, stream or any content type. */
import { OPTION_HEADERS } from "../generated/options.js";
import { readStream } from "../stream/stream.js";
import { AnswerPromise } from "./answer-promise.js";
import { readAny, readJson, readRaw } from "./read-answer.js";
/** Fields of a body are in snake_case: an option in camelCase belongs in the second argument. */
function refuseOptions(body) {
    for (const name of Object.keys(body))
        if (name in OPTION_HEADERS && /[A-Z]/.test(name))
            throw new TypeError(`"${name}" is an option, not a field of the body. Pass it in the second argument: create(body, { ${name} }).`);
}
export class Caller {
    #transport;
    constructor(transport) {
        this.#transport = transport;
    }
    json(request) {
        const transport = this.#transport;
        return new AnswerPromise(transport.send(request), async (arrived) => (await readJson(transport, arrived)));
    }
    stream(request) {
        const transport = this.#transport;
        return new AnswerPromise(transport.send(request), (arrived) => readStream(transport, arrived));
    }
    /** A POST whose body decides whether the response is a stream. */
    create(path, body, options) {
        refuseOptions(body);
        const request = { method: 'POST', path, body, options };
        return body.stream === true ? this.stream(request) : this.json(request);
    }
    /** JSON, text or the Response itself, by content type. */
    any(request) {
        const transport = this.#transport;
        return new AnswerPromise(transport.send(request), async (arrived) => (await readAny(transport, arrived)));
    }
    raw(request) {
        return new AnswerPromise(this.#transport.send(request), readRaw);
    }
}
