/** Request headers that cannot change a response: two requests that differ in nothing else share a cache entry. */

/**
 * Every other header that is sent upstream is part of the cache key. Add a name only if no provider could answer
 * differently because of it: headers with a language, a region, an account, a feature or a client's address are not neutral.
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
  // The client's name and version.
  'user-agent',
  'x-goog-api-client',
  'x-amz-user-agent',
  // Ids of one request, by clients and by proxies in front of the gateway.
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
  // They make a repetition safe; a cached response is one.
  'idempotency-key',
  'x-idempotency-key',
  // Only uncompressed responses are kept.
  'accept-encoding',
])

/** What OpenAI's and Anthropic's SDKs say about themselves: language, platform, retry count, time-out. */
export const NEUTRAL_PREFIX = 'x-stainless-'

export function isNeutral(name: string): boolean {
  return NEUTRAL_HEADERS.has(name) || name.startsWith(NEUTRAL_PREFIX)
}
