/** The gateway's metadata of a response, from its headers. */
export interface GatewayMetadata {
    readonly traceId: string | null;
    readonly requestId: string | null;
    /** Slug of the provider that responded. */
    readonly provider: string | null;
    /** Config path of the target that responded: `config.targets[1]`. */
    readonly target: string | null;
    /** The last index of that path, or null without targets. */
    readonly targetIndex: number | null;
    readonly cacheStatus: 'HIT' | 'SEMANTIC HIT' | 'MISS' | 'SEMANTIC MISS' | 'REFRESH' | 'DISABLED' | (string & {}) | null;
    /** Retries of that target before it responded; -1 if they were exhausted. */
    readonly retryCount: number | null;
    /** Calls to that target; null if its retries were exhausted. */
    readonly attempts: number | null;
    readonly status: number;
}
export type WithGateway<Answer> = Answer & {
    readonly gateway: GatewayMetadata;
};
export declare function readMetadata(response: Response): GatewayMetadata;
/** Added as a non-enumerable property, so that JSON.stringify and spreads omit it. */
export declare function attachMetadata<Answer>(answer: Answer, gateway: GatewayMetadata): WithGateway<Answer>;
