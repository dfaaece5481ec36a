/** Error classes: the class states what happened, `source` states who reported it. */
export class GatewayError extends Error {
    /** Machine-readable code, such as `config_invalid`. */
    code;
    type;
    /** The invalid header, parameter or path in the body. */
    param;
    /** How to fix it. */
    hint;
    docUrl;
    /** All problems, if there is more than one. */
    details;
    source;
    status;
    /** Identifies the request in the logs. */
    traceId;
    requestId;
    provider;
    attempts;
    /** Milliseconds to wait before a retry, if the response specified it. */
    retryAfterMs;
    /** The response body: parsed JSON, or text. */
    body;
    /** The text received before a stream failed. */
    partialText = '';
    constructor(fields) {
        super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
        this.name = new.target.name;
        this.code = fields.code ?? null;
        this.type = fields.type ?? null;
        this.param = fields.param ?? null;
        this.hint = fields.hint ?? null;
        this.docUrl = fields.docUrl ?? null;
        this.details = fields.details ?? [];
        this.source = fields.source ?? 'client';
        this.status = fields.status ?? null;
        this.traceId = fields.traceId ?? null;
        this.requestId = fields.requestId ?? null;
        this.provider = fields.provider ?? null;
        this.attempts = fields.attempts ?? null;
        this.retryAfterMs = fields.retryAfterMs ?? null;
        this.body = fields.body;
    }
    /** Seconds to wait before a retry, if the response specified it. */
    get retryAfter() {
        return this.retryAfterMs === null ? null : this.retryAfterMs / 1000;
    }
    /** The message, the hint and the documentation link. */
    toString() {
        const where = this.docUrl === null ? [] : [`More: ${this.docUrl}`];
        const trace = this.traceId === null ? [] : [`Trace: ${this.traceId}`];
        return [`${this.name}: ${this.message}`, ...(this.hint === null ? [] : [this.hint]), ...where, ...trace].join('\n');
    }
}
/** 400 */
export class BadRequestError extends GatewayError {
}
/** 400: the config is invalid or refers to something unknown. */
export class ConfigError extends BadRequestError {
}
/** 401 */
export class AuthenticationError extends GatewayError {
}
/** 403 */
export class PermissionDeniedError extends GatewayError {
}
/** 404 */
export class NotFoundError extends GatewayError {
}
/** 409 */
export class ConflictError extends GatewayError {
}
/** 412: a budget is exhausted. */
export class BudgetExceededError extends GatewayError {
}
/** 429 from the gateway or the provider. */
export class RateLimitError extends GatewayError {
}
/** 503: the circuits of all targets are open; see `retryAfter`. */
export class CircuitOpenError extends GatewayError {
}
/** 408 or 504, or this client's own `timeout`. */
export class RequestTimeoutError extends GatewayError {
}
/** The provider failed, or returned a status without a class of its own. */
export class ProviderError extends GatewayError {
}
/** No response: connection refused or broken. */
export class ConnectionFailedError extends GatewayError {
}
/** Aborted by the caller's signal, or by `abort()` of a stream. */
export class AbortedError extends GatewayError {
}
