/** Device login (RFC 8628): a person approves in the browser, and the program gets an API key of that person. */
import { GatewayError } from "./errors.js";
import { addressOf } from "./transport/address.js";
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const TIMEOUT_MS = 30_000;
const SLOW_DOWN_S = 5;
/**
 * ```ts
 * const { apiKey } = await deviceLogin({ onCode: ({ verificationUri, userCode }) => console.log(verificationUri, userCode) })
 * ```
 */
export async function deviceLogin(options) {
    const root = addressOf(options.baseURL).replace(/\/v1$/, '');
    const send = (path, fields) => post(root + path, fields, options);
    const begun = await send('/oauth/device_authorization', {
        scope: options.scopes?.join(' '),
        workspace: options.workspace,
        device_name: options.deviceName,
    });
    if (begun.status !== 200)
        throw refusal(begun);
    const { body } = begun;
    const expiresInSeconds = Number(body['expires_in']);
    const endMs = performance.now() + expiresInSeconds * 1_000;
    options.onCode({
        userCode: String(body['user_code']),
        verificationUri: String(body['verification_uri']),
        verificationUriComplete: String(body['verification_uri_complete'] ?? body['verification_uri']),
        expiresInSeconds,
    });
    let intervalS = Number(body['interval'] ?? 5);
    while (performance.now() < endMs) {
        await pause(intervalS * 1_000, options.signal);
        const polled = await send('/oauth/token', { grant_type: DEVICE_GRANT, device_code: String(body['device_code']) });
        if (polled.status === 200)
            return keyIn(polled.body);
        if (polled.body['error'] === 'slow_down')
            intervalS += SLOW_DOWN_S;
        else if (polled.body['error'] !== 'authorization_pending')
            throw refusal(polled);
    }
    throw new GatewayError({ code: 'expired_token', message: 'The code expired before the login was approved.' });
}
async function post(url, fields, { fetch: given, signal }) {
    const form = new URLSearchParams({ client_id: 'gatehouse-sdk' });
    for (const [name, value] of Object.entries(fields))
        if (value !== undefined)
            form.set(name, value);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const response = await (given ?? fetch)(url, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        // Following a redirect could send the code to another host.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await response.text();
    return { status: response.status, body: parse(text) };
}
function parse(text) {
    try {
        const value = JSON.parse(text);
        return typeof value === 'object' && value !== null ? value : {};
    }
    catch {
        return {};
    }
}
function keyIn(body) {
    const { access_token: apiKey, api_key_id: apiKeyId, user, workspace_id: workspaceId, scope } = body;
    return {
        apiKey: String(apiKey),
        apiKeyId: String(apiKeyId),
        user: String(user),
        workspaceId: typeof workspaceId === 'string' ? workspaceId : null,
        scopes: String(scope ?? '')
            .split(' ')
            .filter((name) => name !== ''),
        expiresInSeconds: Number(body['expires_in']),
    };
}
function refusal({ status, body }) {
    const { error, error_description: description } = body;
    if (typeof error !== 'string')
        return new GatewayError({ code: 'no_device_login', status, message: `The device login failed: HTTP ${status}.` });
    return new GatewayError({ code: error, status, source: 'gateway', message: String(description ?? error), body });
}
async function pause(ms, signal) {
    signal?.throwIfAborted();
    await new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', stop);
            resolve();
        }, ms);
        signal?.addEventListener('abort', stop, { once: true });
    });
}
