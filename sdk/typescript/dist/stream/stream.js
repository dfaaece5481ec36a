/** A streamed response: iterate it, abort it, or wait for the whole. */
import { GatewayError } from "../errors.js";
import { errorOf } from "../transport/read-error.js";
import { ChatAccumulator } from "./accumulate-chat.js";
import { readEvents } from "./read-events.js";
export class Stream {
    gateway;
    #transport;
    #arrived;
    #sum = new ChatAccumulator();
    #isStarted = false;
    constructor(transport, arrived) {
        arrived.deadline.stopClock();
        this.gateway = arrived.gateway;
        this.#transport = transport;
        this.#arrived = arrived;
    }
    /** Aborts the stream; the gateway then cancels the provider's call. Leaving the loop does the same. */
    abort() {
        this.#arrived.deadline.abort();
    }
    async *[Symbol.asyncIterator]() {
        if (this.#isStarted)
            throw new GatewayError({ code: 'stream_used', message: 'The stream was already read.' });
        this.#isStarted = true;
        const { response, deadline } = this.#arrived;
        if (response.body === null)
            return;
        try {
            for await (const { event, data } of readEvents(response.body)) {
                if (data.startsWith('[DONE]'))
                    return;
                if (event === 'ping')
                    continue;
                const chunk = this.#parse(data);
                if (event === 'error' || isFailure(chunk))
                    throw this.#failure(chunk);
                this.#sum.add(chunk);
                yield chunk;
            }
        }
        catch (error) {
            const failure = this.#transport.failure(error, deadline);
            failure.partialText = this.#sum.text;
            throw failure;
        }
        finally {
            deadline.release();
        }
    }
    /** Reads to the end and returns the message accumulated from all chunks of a chat or text completion. */
    async finalMessage() {
        for await (const _ of this)
            ;
        return this.#sum.message();
    }
    /** Like `finalMessage`, but only the text. */
    async finalText() {
        return (await this.finalMessage()).content;
    }
    /** For a web response of your own: one line of JSON per chunk. */
    toReadableStream() {
        const chunks = this[Symbol.asyncIterator]();
        const encoder = new TextEncoder();
        return new ReadableStream({
            async pull(controller) {
                try {
                    const next = await chunks.next();
                    if (next.done)
                        controller.close();
                    else
                        controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
                }
                catch (error) {
                    controller.error(error);
                }
            },
            cancel: async () => {
                await chunks.return();
            },
        });
    }
    #parse(data) {
        try {
            return JSON.parse(data);
        }
        catch {
            return data;
        }
    }
    #failure(chunk) {
        const { traceId, requestId, provider, attempts } = this.gateway;
        const answer = { traceId, requestId, provider, attempts, ...failureInside(chunk) };
        return errorOf(chunk, answer, this.#transport.address);
    }
}
const STATUS_BY_TYPE = {
    rate_limit_error: 429,
    overloaded_error: 529,
    timeout_error: 408,
    authentication_error: 401,
    permission_error: 403,
};
/** The HTTP status the error would have had before the stream started. Only gateway errors have a `trace_id`. */
function failureInside(chunk) {
    const error = typeof chunk === 'object' && chunk !== null && 'error' in chunk ? chunk.error : chunk;
    const members = (typeof error === 'object' && error !== null ? error : {});
    const status = STATUS_BY_TYPE[String(members['type'])] ?? 502;
    return { status, source: 'trace_id' in members ? 'gateway' : 'provider' };
}
/** Whether a chunk is an error inside a stream that started with a success status. */
function isFailure(chunk) {
    if (typeof chunk !== 'object' || chunk === null)
        return false;
    if ('type' in chunk && chunk.type === 'error')
        return true;
    return 'error' in chunk && typeof chunk.error === 'object' && chunk.error !== null;
}
/** Throws `not_a_stream` if the response is not an event stream: a provider may ignore `stream`. */
export async function readStream(transport, arrived) {
    const type = arrived.response.headers.get('content-type') ?? '';
    if (/^text\/event-stream\b/i.test(type))
        return new Stream(transport, arrived);
    arrived.deadline.abort();
    arrived.deadline.release();
    const { traceId, requestId, provider, status } = arrived.gateway;
    throw new GatewayError({
        code: 'not_a_stream',
        message: `Expected a stream, but the response has ${type === '' ? 'no content type' : `the content type ${type}`}.`,
        hint: 'Omit stream for this endpoint, or read the response with asResponse().',
        source: 'provider',
        status,
        traceId,
        requestId,
        provider,
    });
}
