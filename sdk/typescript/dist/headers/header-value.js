/** Converts option values to header values: JSON for objects, escapes for characters that headers cannot carry. */
import { GatewayError } from "../errors.js";
/** Characters that intermediaries pass through unchanged. */
const PLAIN = /^[\x20-\x7e\t]*$/;
export function headerValue(option, value) {
    const text = typeof value === 'object' ? escapedJson(value) : String(value);
    if (!PLAIN.test(text)) {
        // The value may be a secret: the message names only the option.
        throw new GatewayError({
            code: 'invalid_option',
            param: option,
            message: `The option ${option} has characters that a header cannot carry.`,
            hint: 'Use printable ASCII without line breaks. Objects such as metadata and config may hold any text.',
        });
    }
    return text;
}
/** Callers list options in camelCase; converts them to header names. */
export function nameList(names, toName) {
    const list = typeof names === 'string' ? names.split(',').map((name) => name.trim()) : names;
    return JSON.stringify(list.map((name) => (/^[a-z]+[A-Z]|_/.test(name) && !name.includes('-') ? toName(name) : name)));
}
function escapedJson(value) {
    return JSON.stringify(value).replace(/[\x7f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
