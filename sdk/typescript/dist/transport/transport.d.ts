/** Sends requests with fetch: headers, timeouts, and a retry if there was no response. */
import { GatewayError } from '../errors.ts';
import { Deadline } from './deadline.ts';
import { type GatewayMetadata } from './metadata.ts';
import { type RequestOptions, type SentRequest } from './request.ts';
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
/** A success response with an unread body. */
export type Arrived = {
    readonly response: Response;
    readonly gateway: GatewayMetadata;
    readonly deadline: Deadline;
};
export declare class Transport {
    #private;
    readonly address: string;
    constructor(address: string, layers: readonly RequestOptions[], fetch: Fetch);
    /** Returns a transport with additional default options. */
    derive(options: RequestOptions): Transport;
    send(request: SentRequest): Promise<Arrived>;
    /** The error for a missing or incomplete response. */
    failure(error: unknown, deadline: Deadline): GatewayError;
}
