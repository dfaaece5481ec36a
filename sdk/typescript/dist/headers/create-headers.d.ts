/** Converts options to headers, for this client and others: the official OpenAI, Anthropic and Vercel packages. */
import { type KnownOptions } from '../generated/options.ts';
import { type HeaderValue } from './header-value.ts';
/** Options of a request. Names starting with x are custom headers; any other unknown name is a TypeError. */
export interface GatewayOptions extends KnownOptions {
    /** The provider's credential; `Bearer ` is added if no scheme is given. */
    authorization?: string | null | undefined;
    /** `xMyCustomHeader` is sent as `x-my-custom-header`. */
    [custom: `x${string}`]: HeaderValue | null | undefined;
}
/** Options for the client only; not sent to the gateway. */
export declare const CLIENT_OPTIONS: readonly string[];
/**
 * Headers to give to another client:
 *
 * ```ts
 * new OpenAI({ baseURL, apiKey: 'unused', defaultHeaders: createHeaders({ apiKey: '...', virtualKey: 'openai-main' }) })
 * ```
 *
 * `null` and `undefined` are left out; `0` and `false` are values.
 */
export declare function createHeaders(options: GatewayOptions): Record<string, string>;
/** The header of an option: a known one, or a custom one. */
export declare function optionHeader(option: string): string;
