/** The gateway's URL and the API key: from options, environment or defaults. */
import { GatewayError } from "../errors.js";
const DEFAULT_ADDRESS = 'http://127.0.0.1:8787/v1';
/** Node, Bun and Deno; browsers and some workers have no environment. */
export function environmentValue(name) {
    const holder = globalThis;
    try {
        const value = holder.process?.env?.[name];
        return value === '' ? undefined : value;
    }
    catch {
        // Deno may deny permission to read the environment.
        return undefined;
    }
}
/** Without a trailing slash. A bare host gets /v1; any other path is kept. */
export function addressOf(baseURL) {
    const text = baseURL ?? environmentValue('GATEWAY_BASE_URL') ?? DEFAULT_ADDRESS;
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
        throw new GatewayError({
            code: 'invalid_option',
            param: 'baseURL',
            message: `baseURL is not an http or https address: ${text.slice(0, 100)}`,
            hint: `Give the gateway's whole address, such as ${DEFAULT_ADDRESS}.`,
        });
    const path = url.pathname === '/' ? '/v1' : url.pathname.replace(/\/+$/, '');
    return url.origin + path;
}
