/** One request of this client, and its options. */
import type { GatewayOptions } from '../headers/create-headers.ts';
/** The last argument of every call: gateway options, and options for sending this call. */
export interface RequestOptions extends GatewayOptions {
    /** Aborts the call; a partial response is discarded. */
    signal?: AbortSignal | undefined;
    /**
     * Client timeout in milliseconds: until the whole response, or the first bytes of a stream. Default: 600,000. Unlike
     * `requestTimeout`, which limits each attempt of the gateway; after it the gateway can still try its next target.
     */
    timeout?: number | undefined;
    /** How often a request without any response is sent again. Default: 1. The gateway does all other retries. */
    maxRetries?: number | undefined;
    /** Additional headers, by header name. */
    headers?: Readonly<Record<string, string | null | undefined>> | undefined;
}
export type Query = Readonly<Record<string, unknown>>;
/** Sent unchanged; other values are sent as JSON. */
export type RawBody = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | FormData | URLSearchParams | ReadableStream;
export type SentRequest = {
    readonly method: string;
    readonly path: string;
    readonly query?: object | undefined;
    readonly body?: unknown;
    readonly options?: RequestOptions | undefined;
    /** Headers of the operation itself. */
    readonly extraHeaders?: Readonly<Record<string, string>>;
};
export declare function isRawBody(body: unknown): body is RawBody;
/** Lists are joined with commas, objects are JSON; undefined values are omitted. */
export declare function queryString(query: object | undefined): string;
