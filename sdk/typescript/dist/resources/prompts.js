/** Saved prompts: run one with variables, or render it without running. */
import { segment } from "./segment.js";
export class PromptCompletions {
    #caller;
    constructor(caller) {
        this.#caller = caller;
    }
    create(prompt, params = {}, options) {
        return this.#caller.create(`/prompts/${segment(prompt)}/completions`, withTexts(params), options);
    }
}
export class Prompts {
    completions;
    #caller;
    constructor(caller) {
        this.#caller = caller;
        this.completions = new PromptCompletions(caller);
    }
    /** Renders a prompt to its final request without calling a provider. */
    render(prompt, params = {}, options) {
        return this.#caller.json({
            method: 'POST',
            path: `/prompts/${segment(prompt)}/render`,
            body: withTexts(params),
            options,
        });
    }
}
function withTexts(params) {
    const texts = Object.entries(params.variables ?? {}).flatMap(([name, value]) => value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]]);
    return { ...params, variables: Object.fromEntries(texts) };
}
