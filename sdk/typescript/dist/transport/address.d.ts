/** The gateway's URL and the API key: from options, environment or defaults. */
/** Node, Bun and Deno; browsers and some workers have no environment. */
export declare function environmentValue(name: string): string | undefined;
/** Without a trailing slash. A bare host gets /v1; any other path is kept. */
export declare function addressOf(baseURL: string | undefined): string;
