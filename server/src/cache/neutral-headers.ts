/** Request headers that cannot change a response. They are not part of the cache key. */

/**
 * Every other header sent upstream is part of the cache key. Add a name only if no provider can respond differently
 * because of it. Headers with a language, region, account, feature or client address are not neutral.
 */
export const NEUTRAL_HEADERS: ReadonlySet<string> = new Set([
  // Trace context: W3C, B3, Jaeger, Sentry, Datadog, New Relic, Elastic, Google Cloud, AWS.
  'traceparent',
  'tracestate',
  'baggage',
  'b3',
  'x-b3-traceid',
  'x-b3-spanid',
  'x-b3-parentspanid',
  'x-b3-sampled',
  'x-b3-flags',
  'uber-trace-id',
  'sentry-trace',
  'x-datadog-trace-id',
  'x-datadog-parent-id',
  'x-datadog-sampling-priority',
  'x-datadog-origin',
  'x-datadog-tags',
  'newrelic',
  'elastic-apm-traceparent',
  'x-cloud-trace-context',
  'x-amzn-trace-id',
  // Client name and version.
  'user-agent',
  'x-goog-api-client',
  'x-amz-user-agent',
  // Request ids, set by clients and by proxies in front of the gateway.
  'x-request-id',
  'request-id',
  'x-client-request-id',
  'x-ms-client-request-id',
  'x-correlation-id',
  'correlation-id',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
  'cf-ray',
  'x-request-start',
  // Idempotency keys prevent a retry from being processed twice. A cached response is not processed again.
  'idempotency-key',
  'x-idempotency-key',
  // Only uncompressed responses are cached.
  'accept-encoding',
])

/** Language, platform, retry count and timeout of OpenAI's and Anthropic's SDKs; session and agent of Claude Code. */
export const NEUTRAL_PREFIXES: readonly string[] = ['x-stainless-', 'x-claude-code-']

export function isNeutral(name: string): boolean {
  return NEUTRAL_HEADERS.has(name) || NEUTRAL_PREFIXES.some((prefix) => name.startsWith(prefix))
}
