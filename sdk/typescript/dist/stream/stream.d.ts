/** A streamed response: iterate it, abort it, or wait for the whole. */
import type { GatewayMetadata } from '../transport/metadata.ts';
import type { Arrived, Transport } from '../transport/transport.ts';
import { type FinalMessage } from './accumulate-chat.ts';
export declare class Stream<Chunk> implements AsyncIterable<Chunk> {
    #private;
    readonly gateway: GatewayMetadata;
    constructor(transport: Transport, arrived: Arrived);
    /** Aborts the stream; the gateway then cancels the provider's call. Leaving the loop does the same. */
    abort(): void;
    [Symbol.asyncIterator](): AsyncGenerator<Chunk, void, undefined>;
    /** Reads to the end and returns the message accumulated from all chunks of a chat or text completion. */
    finalMessage(): Promise<FinalMessage>;
    /** Like `finalMessage`, but only the text. */
    finalText(): Promise<string>;
    /** For a web response of your own: one line of JSON per chunk. */
    toReadableStream(): ReadableStream<Uint8Array>;
}
/** Throws `not_a_stream` if the response is not an event stream: a provider may ignore `stream`. */
export declare function readStream<Chunk>(transport: Transport, arrived: Arrived): Promise<Stream<Chunk>>;
