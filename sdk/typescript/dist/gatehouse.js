/** The gateway client. */
import { CompletionResource, Responses, } from "./resources/completions.js";
import { feedbackOf, logsOf } from "./resources/feedback.js";
import { audioOf, embeddingsOf, filesOf, imagesOf, modelsOf, moderationsOf } from "./resources/media.js";
import { Prompts } from "./resources/prompts.js";
import { addressOf, environmentValue } from "./transport/address.js";
import { Caller } from "./transport/caller.js";
import { Transport } from "./transport/transport.js";
/**
 * ```ts
 * const gatehouse = new Gatehouse({ virtualKey: 'openai-main' }) // apiKey from GATEWAY_API_KEY
 * const answer = await gatehouse.chat.completions.create({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] })
 * answer.gateway.traceId
 * ```
 */
export class Gatehouse {
    chat;
    completions;
    messages;
    responses;
    embeddings;
    audio;
    images;
    models;
    moderations;
    files;
    prompts;
    feedback;
    logs;
    #transport;
    #caller;
    constructor(options = {}) {
        this.#transport = INHERITED.get(options) ?? newTransport(options);
        const caller = new Caller(this.#transport);
        this.#caller = caller;
        this.chat = { completions: new CompletionResource(caller, '/chat/completions') };
        this.completions = new CompletionResource(caller, '/completions');
        this.messages = new CompletionResource(caller, '/messages');
        this.responses = new Responses(caller);
        this.embeddings = embeddingsOf(caller);
        this.audio = audioOf(caller);
        this.images = imagesOf(caller);
        this.models = modelsOf(caller);
        this.moderations = moderationsOf(caller);
        this.files = filesOf(caller);
        this.prompts = new Prompts(caller);
        this.feedback = feedbackOf(caller);
        this.logs = logsOf(caller);
    }
    get baseURL() {
        return this.#transport.address;
    }
    /** Returns a client with these options added; this one is unchanged. */
    withOptions(options) {
        const own = {};
        INHERITED.set(own, this.#transport.derive(options));
        return new Gatehouse(own);
    }
    post(path, body, options) {
        return this.#pass('POST', path, body, options);
    }
    put(path, body, options) {
        return this.#pass('PUT', path, body, options);
    }
    get(path, query, options) {
        return this.#caller.any({ method: 'GET', path, query, options });
    }
    delete(path, query, options) {
        return this.#caller.any({ method: 'DELETE', path, query, options });
    }
    #pass(method, path, body, options) {
        const request = { method, path, body, options };
        const isStream = typeof body === 'object' && body !== null && 'stream' in body && body.stream === true;
        return isStream ? this.#caller.stream(request) : this.#caller.any(request);
    }
}
/** Transports of derived clients. In a WeakMap, so that keys are not reachable from outside. */
const INHERITED = new WeakMap();
export function newTransport({ baseURL, fetch, ...defaults }) {
    const known = defaults.apiKey === undefined ? { apiKey: environmentValue('GATEWAY_API_KEY') } : {};
    return new Transport(addressOf(baseURL), [{ ...defaults, ...known }], fetch ?? ((url, init) => globalThis.fetch(url, init)));
}
