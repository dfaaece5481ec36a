/** Maps an error response to its error class. */
import * as errors from "../errors.js";
import { readMetadata } from "./metadata.js";
import { readRetryAfterMs } from "./retry-after.js";
const BY_STATUS = new Map([
    [400, errors.BadRequestError],
    [401, errors.AuthenticationError],
    [403, errors.PermissionDeniedError],
    [404, errors.NotFoundError],
    [408, errors.RequestTimeoutError],
    [409, errors.ConflictError],
    [429, errors.RateLimitError],
    [504, errors.RequestTimeoutError],
]);
export async function readError(response, address) {
    const text = await response.text().catch(() => '');
    const { provider, traceId, requestId, attempts } = readMetadata(response);
    const answer = { status: response.status, provider, traceId, requestId, attempts };
    if (traceId === null)
        return notAGateway(response, address, text);
    const isOurs = response.headers.get('x-gateway-error-source') === 'gateway';
    const retryAfterMs = readRetryAfterMs(response.headers);
    return errorOf(parse(text), { ...answer, retryAfterMs, source: isOurs ? 'gateway' : 'provider' }, address);
}
/** Also for error events of a stream: their status comes from the event, because the HTTP status was already 200. */
export function errorOf(body, answer, address) {
    const inner = memberOf(body, 'error');
    const own = typeof inner === 'object' && inner !== null ? inner : body;
    const text = (name) => textOf(memberOf(own, name));
    const message = text('message') ?? textOf(inner) ?? textOf(memberOf(body, 'message')) ?? shortened(body);
    const docUrl = text('doc_url');
    const details = memberOf(own, 'details');
    const code = text('code');
    const who = answer.source === 'provider' ? `${answer.provider ?? 'The provider'} returned ${answer.status}: ` : '';
    const fields = {
        ...answer,
        message: who + (message === '' ? 'no message' : message),
        code,
        type: text('type'),
        param: text('param'),
        hint: text('hint'),
        docUrl: docUrl === null ? null : absolute(docUrl, address),
        details: Array.isArray(details) ? details : [],
        body,
    };
    return new (classOf(answer, code))(fields);
}
function classOf(answer, code) {
    const isOurs = answer.source === 'gateway';
    if (isOurs && code === 'circuit_open')
        return errors.CircuitOpenError;
    if (isOurs && answer.status === 412)
        return errors.BudgetExceededError;
    if (isOurs && answer.status === 400 && code?.startsWith('config_'))
        return errors.ConfigError;
    return BY_STATUS.get(answer.status) ?? (isOurs ? errors.GatewayError : errors.ProviderError);
}
function notAGateway(response, address, body) {
    return new errors.GatewayError({
        code: 'not_a_gateway',
        status: response.status,
        message: `${address} returned ${response.status}, but not in the format of a Gatehouse gateway.`,
        hint: 'Check baseURL (or GATEWAY_BASE_URL): it is the address of the gateway and ends with /v1.',
        body: body.slice(0, 1000),
    });
}
function absolute(path, address) {
    return URL.canParse(path, address) ? new URL(path, address).href : path;
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return text;
    }
}
function memberOf(value, name) {
    return typeof value === 'object' && value !== null ? value[name] : undefined;
}
function textOf(value) {
    if (typeof value === 'number')
        return String(value);
    return typeof value === 'string' && value !== '' ? value : null;
}
function shortened(body) {
    return (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).slice(0, 500);
}
