/** Sends requests with fetch: headers, timeouts, and a retry if there was no response. */
import { AbortedError, ConnectionFailedError, GatewayError, RequestTimeoutError } from "../errors.js";
import { CLIENT_OPTIONS, createHeaders, optionHeader } from "../headers/create-headers.js";
import { Deadline } from "./deadline.js";
import { readMetadata } from "./metadata.js";
import { readError } from "./read-error.js";
import { isRawBody, queryString } from "./request.js";
const TIMEOUT_MS = 600_000;
/** The client waits this much longer than the gateway, whose own timeout error has more details. */
const GRACE_MS = 2000;
const RETRIES = 1;
const RETRY_PAUSE_MS = 200;
export class Transport {
    address;
    /** Options of the client, then of derived clients: later ones win. */
    #layers;
    #fetch;
    constructor(address, layers, fetch) {
        for (const layer of layers)
            for (const option of Object.keys(gatewayPart(layer)))
                optionHeader(option);
        this.address = address;
        this.#layers = layers;
        this.#fetch = fetch;
    }
    /** Returns a transport with additional default options. */
    derive(options) {
        return new Transport(this.address, [...this.#layers, options], this.#fetch);
    }
    async send(request) {
        const options = Object.assign({}, ...this.#layers, request.options);
        const deadline = new Deadline(timeoutOf(options), options.signal);
        try {
            const response = await this.#exchange(request, options, deadline);
            return { response, gateway: readMetadata(response), deadline };
        }
        catch (error) {
            deadline.release();
            throw error;
        }
    }
    async #exchange(request, options, deadline) {
        const url = this.address + pathOf(request.path) + queryString(request.query);
        const init = this.#init(request, deadline);
        let retries = init.body instanceof ReadableStream ? 0 : (options.maxRetries ?? RETRIES);
        for (;;) {
            const response = await this.#try(url, init, deadline, retries > 0);
            if (response?.ok)
                return response;
            if (response && !(retries > 0 && response.headers.get('x-should-retry') === 'true'))
                throw await readError(response, this.address);
            retries -= 1;
            await response?.body?.cancel();
            await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
        }
    }
    /** Null if there was no response and a retry is allowed. */
    async #try(url, init, deadline, mayRepeat) {
        try {
            return await this.#fetch(url, init);
        }
        catch (error) {
            if (mayRepeat && !deadline.signal.aborted)
                return null;
            throw this.failure(error, deadline);
        }
    }
    #init(request, deadline) {
        const headers = this.#headers(request);
        const { method } = request;
        // Redirects are never followed: they would send the key to another host.
        const init = { method, headers, signal: deadline.signal, redirect: 'manual' };
        if (request.body === undefined)
            return init;
        if (!isRawBody(request.body)) {
            if (!headers.has('content-type'))
                headers.set('content-type', 'application/json');
            init.body = JSON.stringify(request.body);
            return init;
        }
        if (typeof request.body === 'string' && !headers.has('content-type'))
            headers.set('content-type', 'application/json');
        init.body = request.body;
        if (request.body instanceof ReadableStream)
            init.duplex = 'half';
        return init;
    }
    /** Options of the call override options of the client in any spelling; undefined and null remove one. */
    #headers(request) {
        const headers = new Headers(request.extraHeaders);
        for (const options of [...this.#layers, request.options ?? {}]) {
            for (const [option, value] of Object.entries(gatewayPart(options)))
                if (value === undefined || value === null)
                    headers.delete(optionHeader(option));
            for (const [name, value] of Object.entries(createHeaders(gatewayPart(options))))
                headers.set(name, value);
            for (const [name, value] of Object.entries(options.headers ?? {})) {
                if (value === undefined || value === null)
                    headers.delete(name);
                else
                    headers.set(name, value);
            }
        }
        return headers;
    }
    /** The error for a missing or incomplete response. */
    failure(error, deadline) {
        if (error instanceof GatewayError)
            return error;
        if (deadline.hasExpired)
            return new RequestTimeoutError({
                code: 'client_timeout',
                message: `${this.address} did not respond within ${deadline.timeoutMs} ms.`,
                hint: 'Raise the option timeout, or give the gateway a requestTimeout so that it can try another target.',
                cause: error,
            });
        if (deadline.signal.aborted)
            return new AbortedError({ code: 'aborted', message: 'The caller aborted the request.', cause: error });
        return new ConnectionFailedError({
            code: 'connection_failed',
            message: `The connection to ${this.address} failed${reasonOf(error)}.`,
            hint: 'Is the gateway running there? Set baseURL or GATEWAY_BASE_URL to its address, which ends with /v1.',
            cause: error,
        });
    }
}
function gatewayPart(options) {
    return Object.fromEntries(Object.entries(options).filter(([name]) => !CLIENT_OPTIONS.includes(name)));
}
function timeoutOf(options) {
    return options.timeout ?? Math.max(TIMEOUT_MS, (options.requestTimeout ?? 0) + GRACE_MS);
}
function pathOf(path) {
    return path.startsWith('/') ? path : `/${path}`;
}
function reasonOf(error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    return typeof code === 'string' ? ` (${code})` : '';
}
