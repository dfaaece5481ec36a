/** A promise of a response, with access to the HTTP response and the gateway's metadata. */
import { type GatewayMetadata } from './metadata.ts';
import type { Arrived } from './transport.ts';
export type FullAnswer<Answer> = {
    readonly data: Answer;
    readonly response: Response;
    readonly gateway: GatewayMetadata;
};
export declare class AnswerPromise<Answer> implements Promise<Answer> {
    #private;
    readonly [Symbol.toStringTag] = "AnswerPromise";
    constructor(arrived: Promise<Arrived>, read: (arrived: Arrived) => Promise<Answer>);
    /** The web Response with an unread body. */
    asResponse(): Promise<Response>;
    /** The response with the web Response and the gateway's metadata. */
    withResponse(): Promise<FullAnswer<Answer>>;
    then<Next = Answer, Failed = never>(onAnswer?: ((answer: Answer) => Next | PromiseLike<Next>) | null, onError?: ((error: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Next | Failed>;
    catch<Failed = never>(onError?: ((error: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Answer | Failed>;
    finally(onEnd?: (() => void) | null): Promise<Answer>;
}
