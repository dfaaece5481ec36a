/** Call helpers for resources: JSON, stream or any content type. */
import { type Stream } from '../stream/stream.ts';
import { AnswerPromise } from './answer-promise.ts';
import type { WithGateway } from './metadata.ts';
import type { RequestOptions, SentRequest } from './request.ts';
import type { Transport } from './transport.ts';
type Streaming = {
    readonly stream?: boolean | null | undefined;
};
export declare class Caller {
    #private;
    constructor(transport: Transport);
    json<Answer>(request: SentRequest): AnswerPromise<WithGateway<Answer>>;
    stream<Chunk>(request: SentRequest): AnswerPromise<Stream<Chunk>>;
    /** A POST whose body decides whether the response is a stream. */
    create<Answer, Chunk>(path: string, body: Streaming, options: RequestOptions | undefined): AnswerPromise<WithGateway<Answer>> | AnswerPromise<Stream<Chunk>>;
    /** JSON, text or the Response itself, by content type. */
    any<Answer>(request: SentRequest): AnswerPromise<Answer>;
    raw(request: SentRequest): AnswerPromise<Response>;
}
export {};
