/** The gateway client. */
import { type ChatCompletions, type Messages, Responses, type TextCompletions } from './resources/completions.ts';
import { feedbackOf, logsOf } from './resources/feedback.ts';
import { audioOf, embeddingsOf, filesOf, imagesOf, modelsOf, moderationsOf } from './resources/media.ts';
import { Prompts } from './resources/prompts.ts';
import type { Stream } from './stream/stream.ts';
import type { AnswerPromise } from './transport/answer-promise.ts';
import type { WithGateway } from './transport/metadata.ts';
import type { Query, RequestOptions } from './transport/request.ts';
import { type Fetch, Transport } from './transport/transport.ts';
export interface ClientOptions extends RequestOptions {
    /** The gateway's URL including /v1. Default: GATEWAY_BASE_URL, or http://127.0.0.1:8787/v1. */
    baseURL?: string | undefined;
    /** Replaces the global fetch. */
    fetch?: Fetch | undefined;
}
/** Any JSON object returned by a provider's own endpoint. */
export type AnyAnswer = WithGateway<Record<string, unknown>>;
/**
 * ```ts
 * const gatehouse = new Gatehouse({ virtualKey: 'openai-main' }) // apiKey from GATEWAY_API_KEY
 * const answer = await gatehouse.chat.completions.create({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] })
 * answer.gateway.traceId
 * ```
 */
export declare class Gatehouse {
    #private;
    readonly chat: {
        readonly completions: ChatCompletions;
    };
    readonly completions: TextCompletions;
    readonly messages: Messages;
    readonly responses: Responses;
    readonly embeddings: ReturnType<typeof embeddingsOf>;
    readonly audio: ReturnType<typeof audioOf>;
    readonly images: ReturnType<typeof imagesOf>;
    readonly models: ReturnType<typeof modelsOf>;
    readonly moderations: ReturnType<typeof moderationsOf>;
    readonly files: ReturnType<typeof filesOf>;
    readonly prompts: Prompts;
    readonly feedback: ReturnType<typeof feedbackOf>;
    readonly logs: ReturnType<typeof logsOf>;
    constructor(options?: ClientOptions);
    get baseURL(): string;
    /** Returns a client with these options added; this one is unchanged. */
    withOptions(options: RequestOptions): Gatehouse;
    /** Calls any endpoint of the provider or the gateway; returns the response as received. */
    post(path: string, body: object & {
        stream: true;
    }, options?: RequestOptions): AnswerPromise<Stream<Record<string, unknown>>>;
    post<Answer = AnyAnswer>(path: string, body?: unknown, options?: RequestOptions): AnswerPromise<Answer>;
    put(path: string, body: object & {
        stream: true;
    }, options?: RequestOptions): AnswerPromise<Stream<Record<string, unknown>>>;
    put<Answer = AnyAnswer>(path: string, body?: unknown, options?: RequestOptions): AnswerPromise<Answer>;
    get<Answer = AnyAnswer>(path: string, query?: Query, options?: RequestOptions): AnswerPromise<Answer>;
    delete<Answer = AnyAnswer>(path: string, query?: Query, options?: RequestOptions): AnswerPromise<Answer>;
}
export declare function newTransport({ baseURL, fetch, ...defaults }: ClientOptions): Transport;
