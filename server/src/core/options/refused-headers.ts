/** Unknown gateway headers that must cause an error: ignoring a safety rule or a destination could do harm. */

/** Guardrails, hooks and similar checks. */
const SAFETY = /guardrail|hook|mutator|moderation|safety|redact|content-filter|(?:^|-)pii(?:-|$)/

/** Destination words as a segment of the header name. Host and URL words also match at its end (`customhost`). */
const DESTINATION =
  /(?:^|-)(?:base|domain|origin|server|proxy|region|zone|location|account|bucket|tenancy|deployment)(?:-|$)|(?:^|-)(?:host|hostname|url|uri|endpoint)-|(?:host|hostname|url|uri|endpoint)$/

/** Other Portkey headers that select a destination. */
const DESTINATION_HEADERS: ReadonlySet<string> = new Set([
  'aws-s3-object-key',
  'databricks-workspace',
  'mistral-fim-completion',
  'oracle-compartment-id',
  'oracle-serving-mode',
])

/** These select a model, variant or container behind a SageMaker endpoint. */
const SAGEMAKER = /^(?:amzn-)?sagemaker-/

export type UnreadHeader = { readonly problem: string; readonly hint: string }

/** `name` has no prefix. Null if the header can safely be ignored. */
export function refusedHeader(name: string): UnreadHeader | null {
  if (SAFETY.test(name)) {
    return {
      problem: 'requests a safety check that the gateway does not support',
      hint: 'Remove the header, and name the guardrail in the config or in x-gateway-default-input-guardrails.',
    }
  }
  if (DESTINATION.test(name) || DESTINATION_HEADERS.has(name) || SAGEMAKER.test(name)) {
    return {
      problem: 'selects a destination, but the gateway does not support it',
      hint: 'Remove the header. To select a host, send x-gateway-custom-host with its base URL.',
    }
  }
  return null
}
