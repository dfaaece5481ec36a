/** Error classes: the class states what happened, `source` states who reported it. */
export type ErrorSource = 
/** The gateway rejected the request. */
'gateway'
/** The provider's response, unchanged. */
 | 'provider'
/** No response was received: an error of this client or the network. */
 | 'client';
export type ErrorFields = {
    readonly message: string;
    readonly code?: string | null;
    readonly type?: string | null;
    readonly param?: string | null;
    readonly hint?: string | null;
    readonly docUrl?: string | null;
    readonly details?: readonly unknown[];
    readonly source?: ErrorSource;
    readonly status?: number | null;
    readonly traceId?: string | null;
    readonly requestId?: string | null;
    readonly provider?: string | null;
    readonly attempts?: number | null;
    readonly retryAfterMs?: number | null;
    readonly body?: unknown;
    readonly cause?: unknown;
};
export declare class GatewayError extends Error {
    /** Machine-readable code, such as `config_invalid`. */
    readonly code: string | null;
    readonly type: string | null;
    /** The invalid header, parameter or path in the body. */
    readonly param: string | null;
    /** How to fix it. */
    readonly hint: string | null;
    readonly docUrl: string | null;
    /** All problems, if there is more than one. */
    readonly details: readonly unknown[];
    readonly source: ErrorSource;
    readonly status: number | null;
    /** Identifies the request in the logs. */
    readonly traceId: string | null;
    readonly requestId: string | null;
    readonly provider: string | null;
    readonly attempts: number | null;
    /** Milliseconds to wait before a retry, if the response specified it. */
    readonly retryAfterMs: number | null;
    /** The response body: parsed JSON, or text. */
    readonly body: unknown;
    /** The text received before a stream failed. */
    partialText: string;
    constructor(fields: ErrorFields);
    /** Seconds to wait before a retry, if the response specified it. */
    get retryAfter(): number | null;
    /** The message, the hint and the documentation link. */
    toString(): string;
}
/** 400 */
export declare class BadRequestError extends GatewayError {
}
/** 400: the config is invalid or refers to something unknown. */
export declare class ConfigError extends BadRequestError {
}
/** 401 */
export declare class AuthenticationError extends GatewayError {
}
/** 403 */
export declare class PermissionDeniedError extends GatewayError {
}
/** 404 */
export declare class NotFoundError extends GatewayError {
}
/** 409 */
export declare class ConflictError extends GatewayError {
}
/** 412: a budget is exhausted. */
export declare class BudgetExceededError extends GatewayError {
}
/** 429 from the gateway or the provider. */
export declare class RateLimitError extends GatewayError {
}
/** 503: the circuits of all targets are open; see `retryAfter`. */
export declare class CircuitOpenError extends GatewayError {
}
/** 408 or 504, or this client's own `timeout`. */
export declare class RequestTimeoutError extends GatewayError {
}
/** The provider failed, or returned a status without a class of its own. */
export declare class ProviderError extends GatewayError {
}
/** No response: connection refused or broken. */
export declare class ConnectionFailedError extends GatewayError {
}
/** Aborted by the caller's signal, or by `abort()` of a stream. */
export declare class AbortedError extends GatewayError {
}
