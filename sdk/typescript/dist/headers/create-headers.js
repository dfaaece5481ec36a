/** Converts options to headers, for this client and others: the official OpenAI, Anthropic and Vercel packages. */
import { OPTION_HEADERS } from "../generated/options.js";
import { headerName, squashed } from "./header-name.js";
import { headerValue, nameList } from "./header-value.js";
import { unknownOption } from "./unknown-option.js";
/** Options for the client only; not sent to the gateway. */
export const CLIENT_OPTIONS = ['signal', 'timeout', 'maxRetries', 'headers', 'baseURL', 'fetch'];
const KNOWN = new Map(Object.entries(OPTION_HEADERS).map(([option, header]) => [squashed(option), header]));
/**
 * Headers to give to another client:
 *
 * ```ts
 * new OpenAI({ baseURL, apiKey: 'unused', defaultHeaders: createHeaders({ apiKey: '...', virtualKey: 'openai-main' }) })
 * ```
 *
 * `null` and `undefined` are left out; `0` and `false` are values.
 */
export function createHeaders(options) {
    const headers = {};
    for (const [option, value] of Object.entries(options)) {
        if (value === null || value === undefined)
            continue;
        const header = optionHeader(option);
        headers[header] = textOf(option, header, value);
    }
    return headers;
}
/** The header of an option: a known one, or a custom one. */
export function optionHeader(option) {
    const known = KNOWN.get(squashed(option));
    if (known !== undefined)
        return known;
    const name = headerName(option);
    if (name === 'authorization' || name.startsWith('x'))
        return name;
    throw unknownOption(option, [...Object.keys(OPTION_HEADERS), ...CLIENT_OPTIONS]);
}
function textOf(option, header, value) {
    if (header === OPTION_HEADERS.forwardHeaders && (typeof value === 'string' || Array.isArray(value)))
        return headerValue(option, nameList(value, headerName));
    const text = headerValue(option, value);
    return header === 'authorization' && !text.includes(' ') ? `Bearer ${text}` : text;
}
