/** Chat and text completions, messages and responses; streamed or not. */
import type { Stream } from '../stream/stream.ts';
import type { AnswerPromise } from '../transport/answer-promise.ts';
import type { Caller } from '../transport/caller.ts';
import type { WithGateway } from '../transport/metadata.ts';
import type { Query, RequestOptions } from '../transport/request.ts';
import type * as answers from './answer-types.ts';
import type * as chat from './chat-types.ts';
type Whole<Params> = Params & {
    stream?: false | null | undefined;
};
type Streamed<Params> = Params & {
    stream: true;
};
/** An endpoint that returns a whole response or, with `stream: true`, a stream. */
export declare class CompletionResource<Params extends {
    stream?: boolean | null | undefined;
}, Answer, Chunk> {
    #private;
    constructor(caller: Caller, path: string);
    create(params: Streamed<Params>, options?: RequestOptions): AnswerPromise<Stream<Chunk>>;
    create(params: Whole<Params>, options?: RequestOptions): AnswerPromise<WithGateway<Answer>>;
}
export type ChatCompletions = CompletionResource<chat.ChatParams, chat.ChatCompletion, chat.ChatChunk>;
export type TextCompletions = CompletionResource<chat.CompletionParams, chat.Completion, chat.Completion>;
export type Messages = CompletionResource<answers.MessageParams, answers.Message, answers.StreamEvent>;
export declare class Responses extends CompletionResource<answers.ResponseParams, answers.ModelResponse, answers.StreamEvent> {
    #private;
    constructor(caller: Caller);
    retrieve(id: string, query?: Query, options?: RequestOptions): AnswerPromise<WithGateway<answers.ModelResponse>>;
    delete(id: string, options?: RequestOptions): AnswerPromise<WithGateway<{
        id: string;
        deleted: boolean;
    }>>;
    cancel(id: string, options?: RequestOptions): AnswerPromise<WithGateway<answers.ModelResponse>>;
}
export {};
