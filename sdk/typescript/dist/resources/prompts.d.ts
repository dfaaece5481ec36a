/** Saved prompts: run one with variables, or render it without running. */
import type { Stream } from '../stream/stream.ts';
import type { AnswerPromise } from '../transport/answer-promise.ts';
import type { Caller } from '../transport/caller.ts';
import type { WithGateway } from '../transport/metadata.ts';
import type { RequestOptions } from '../transport/request.ts';
import type { RenderedPrompt } from './answer-types.ts';
import type { ChatChunk, ChatCompletion, Hyperparameters } from './chat-types.ts';
export interface PromptParams extends Hyperparameters {
    /** Values are strings; lists and objects are sent as JSON text. */
    variables?: Readonly<Record<string, unknown>>;
    stream?: boolean | null;
    /** Other parameters override the saved ones for this call. */
    [name: string]: unknown;
}
export declare class PromptCompletions {
    #private;
    constructor(caller: Caller);
    /** `prompt` is the identifier, with `@latest`, `@3` or `@label` to use a version other than the published one. */
    create(prompt: string, params: PromptParams & {
        stream: true;
    }, options?: RequestOptions): AnswerPromise<Stream<ChatChunk>>;
    create(prompt: string, params?: PromptParams & {
        stream?: false | null;
    }, options?: RequestOptions): AnswerPromise<WithGateway<ChatCompletion>>;
}
export declare class Prompts {
    #private;
    readonly completions: PromptCompletions;
    constructor(caller: Caller);
    /** Renders a prompt to its final request without calling a provider. */
    render(prompt: string, params?: PromptParams, options?: RequestOptions): AnswerPromise<WithGateway<RenderedPrompt>>;
}
