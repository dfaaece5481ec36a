/** A promise of a response, with access to the HTTP response and the gateway's metadata. */
import { attachMetadata } from "./metadata.js";
export class AnswerPromise {
    [Symbol.toStringTag] = 'AnswerPromise';
    #arrived;
    #read;
    #answer;
    constructor(arrived, read) {
        this.#arrived = arrived;
        this.#read = read;
    }
    /** The web Response with an unread body. */
    async asResponse() {
        const { response, deadline } = await this.#arrived;
        deadline.stopClock();
        return response;
    }
    /** The response with the web Response and the gateway's metadata. */
    async withResponse() {
        const { response, gateway } = await this.#arrived;
        return { data: await this.#parsed(), response, gateway };
    }
    // biome-ignore lint/suspicious/noThenProperty: it is a promise with additional methods.
    then(onAnswer, onError) {
        return this.#parsed().then(onAnswer, onError);
    }
    catch(onError) {
        return this.#parsed().catch(onError);
    }
    finally(onEnd) {
        return this.#parsed().finally(onEnd);
    }
    #parsed() {
        this.#answer ??= this.#arrived.then(async (arrived) => attachMetadata(await this.#read(arrived), arrived.gateway));
        return this.#answer;
    }
}
