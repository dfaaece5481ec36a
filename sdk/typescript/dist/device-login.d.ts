/** Device login (RFC 8628): a person approves in the browser, and the program gets an API key of that person. */
import type { Fetch } from './transport/transport.ts';
export interface DeviceCode {
    /** The code that the person compares with the page, such as `BCDF-GHJK`. */
    readonly userCode: string;
    readonly verificationUri: string;
    /** The address with the code filled in. */
    readonly verificationUriComplete: string;
    readonly expiresInSeconds: number;
}
export interface DeviceLoginOptions {
    /** The gateway's URL. Default: GATEWAY_BASE_URL, or http://127.0.0.1:8787/v1. */
    baseURL?: string | undefined;
    /** Default: everything that the role of the person allows. */
    scopes?: readonly string[] | undefined;
    /** Id or slug of the only workspace that the key is for. */
    workspace?: string | undefined;
    /** Shown to the person who approves. */
    deviceName?: string | undefined;
    /** Show the code and the address to the person. */
    onCode: (code: DeviceCode) => void;
    /** Cancels the login. */
    signal?: AbortSignal | undefined;
    /** Replaces the global fetch. */
    fetch?: Fetch | undefined;
}
export interface DeviceKey {
    readonly apiKey: string;
    readonly apiKeyId: string;
    readonly user: string;
    /** Null: the whole organisation. */
    readonly workspaceId: string | null;
    readonly scopes: readonly string[];
    readonly expiresInSeconds: number;
}
/**
 * ```ts
 * const { apiKey } = await deviceLogin({ onCode: ({ verificationUri, userCode }) => console.log(verificationUri, userCode) })
 * ```
 */
export declare function deviceLogin(options: DeviceLoginOptions): Promise<DeviceKey>;
