/** Gateway headers that must not be ignored: they ask for a safety rule, or say where a request is to go. */

/** Guardrails, hooks and their kin. */
const SAFETY = /guardrail|hook|mutator|moderation|safety|redact|content-filter|(?:^|-)pii(?:-|$)/

/** A segment that says where: a host, an account's own host, a region, a bucket. */
const PLACE =
  /(?:^|-)(?:url|uri|host|hostname|base|endpoint|domain|origin|server|proxy|region|zone|location|account|bucket|tenancy|deployment)(?:-|$)/

/** The same without separators, or with other ones: `customhost`, `custom_host`. */
const RUN_TOGETHER = /(?:host|hostname|url|uri|endpoint)$/

/** Others that the modelled product reads, and that choose where a request goes. */
const PLACES: ReadonlySet<string> = new Set([
  'aws-s3-object-key',
  'databricks-workspace',
  'mistral-fim-completion',
  'oracle-compartment-id',
  'oracle-serving-mode',
])

/** Their values choose a model, a variant or a container behind one endpoint. */
const SAGEMAKER = /^(?:amzn-)?sagemaker-/

export type UnreadHeader = { readonly problem: string; readonly hint: string }

/** Why a header (without its prefix) that nothing reads must be refused; null when ignoring it does no harm. */
export function refusedHeader(name: string): UnreadHeader | null {
  if (SAFETY.test(name)) {
    return {
      problem: 'asks for a safety check that the gateway does not have',
      hint: 'Remove the header, and check the content before or after the call.',
    }
  }
  if (PLACE.test(name) || RUN_TOGETHER.test(name) || PLACES.has(name) || SAGEMAKER.test(name)) {
    return {
      problem: 'says where the request is to go, and the gateway does not read it',
      hint: 'Remove the header. To name a host, send x-gateway-custom-host with its base URL.',
    }
  }
  return null
}
