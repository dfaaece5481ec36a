/** Schema of the config object after key normalisation. contract/config.schema.json is generated from it. */

import { z } from 'zod'
import { bearerToken, forwardNameRefusal } from '../core/headers.ts'
import { PREFIX } from '../core/options/option-table.ts'
import { providerSlugs, settingKeys } from '../providers/registry.ts'
import { CUSTOM_HOST_FORM, readCustomHost } from './custom-host.ts'
import { parseDropPath } from './drop-path.ts'
import { LIST_NAMES, MAX_ENTRIES } from './guardrails/guardrail-keys.ts'
import { guardrailListSchema } from './guardrails/guardrail-schema.ts'

// Each `error` describes the expected value: "<path>: expected <error>, got <value>."

const OWN_PREFIXES = [PREFIX, 'x-portkey-']
const FORWARD_FORM = 'a header name, other than those of the connection (such as Host) and of the gateway (x-gateway-*)'
const STATUS_FORM = 'a status code from 100 to 599, or a class such as "5xx"'
const HASH_FIELD_FORM = 'a field such as metadata.user, params.model or headers.x-session'
const KEY_FORM = 'a string of 1 to 8192 visible ASCII characters'

// Each branch has its own error text, because zod shows it if only the range is wrong.
const status = z.union(
  [
    z.int({ error: STATUS_FORM }).min(100, { error: STATUS_FORM }).max(599, { error: STATUS_FORM }),
    z.string({ error: STATUS_FORM }).regex(/^[1-5](?:[0-9]{2}|[xX]{2})$/, { error: STATUS_FORM }),
  ],
  { error: STATUS_FORM },
)

const text = (form: string, maximum: number) =>
  z.string({ error: form }).min(1, { error: form }).max(maximum, { error: form })
const label = text('a string of 1 to 256 characters', 256)
const credential = z.string({ error: KEY_FORM }).regex(/^[\x21-\x7e]{1,8192}$/, { error: KEY_FORM })
const flag = z.boolean({ error: 'true or false' })
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: `one of ${values.map((value) => `"${value}"`).join(', ')}` })
const integerFrom = (minimum: number) =>
  z.int({ error: 'an integer' }).min(minimum, { error: `an integer of ${minimum} or more` })
const numberFrom = (minimum: number) =>
  z.number({ error: 'a number' }).min(minimum, { error: `a number of ${minimum} or more` })
const share = z
  .number({ error: 'a number from 0.5 to 1' })
  .min(0.5, { error: 'a number from 0.5 to 1' })
  .max(1, { error: 'a number from 0.5 to 1' })
const PERCENTAGE_FORM = 'a number above 0, up to 100'
const percentage = z
  .number({ error: PERCENTAGE_FORM })
  .positive({ error: PERCENTAGE_FORM })
  .max(100, { error: PERCENTAGE_FORM })
const listOf = <Item extends z.ZodType>(item: Item, form: string) => z.array(item, { error: form })
const statuses = listOf(status, 'a list of status codes')
const params = z.record(z.string(), z.unknown(), { error: 'an object of request parameters' })

const retry = z
  .strictObject(
    {
      attempts: integerFrom(0).describe('Retries after the first attempt; values above 5 are reduced to 5.'),
      on_status_codes: statuses
        .optional()
        .describe('Statuses that are retried; 429, 500, 502, 503, 504 and 529 when absent. Network errors always are.'),
      use_retry_after_headers: flag
        .optional()
        .describe('true waits for the time in the provider’s Retry-After headers, up to 60 seconds.'),
    },
    { error: 'an object with attempts' },
  )
  .describe('Retries a failed attempt on the same target.')

const cache = z
  .strictObject(
    {
      mode: oneOf(['simple', 'semantic']).describe('simple matches equal requests, semantic also similar ones.'),
      max_age: integerFrom(1)
        .optional()
        .describe('Seconds until a response expires: 604800 (7 days) when absent, at most 7776000 (90 days).'),
      threshold: share
        .optional()
        .describe('Minimum similarity of a semantic hit, 0.5 to 1; GATEWAY_CACHE_THRESHOLD (0.95) when absent.'),
      shadow: flag
        .optional()
        .describe('true reports semantic matches at GET /v1/cache/shadow instead of serving them.'),
    },
    { error: 'an object with mode, or "simple" or "semantic"' },
  )
  .describe('Serves repeated requests from the cache. A bare mode is the short form.')

const circuit = z
  .strictObject(
    {
      failure_threshold: numberFrom(1)
        .optional()
        .describe('Failures since the last success after which the circuit opens; required without a percentage.'),
      failure_threshold_percentage: percentage
        .optional()
        .describe(
          'Share of failed requests, above 0 to 100, at which the circuit opens; counted over cooldown_interval.',
        ),
      minimum_requests: integerFrom(1)
        .optional()
        .describe('Requests in that time below which the percentage does not apply; 5 when absent.'),
      cooldown_interval: numberFrom(30_000).describe('Milliseconds until an open circuit lets one probe through.'),
      failure_status_codes: statuses.optional().describe('Statuses that count as failures; all above 500 when absent.'),
    },
    { error: 'an object with failure_threshold or failure_threshold_percentage, and cooldown_interval' },
  )
  .meta({
    description: 'Circuit breaker: skips a target that keeps failing.',
    examples: [{ failure_threshold: 1, cooldown_interval: 30_000 }],
  })

const sticky = z
  .strictObject(
    {
      enabled: flag.optional().describe('false turns it off; true when absent.'),
      hash_fields: listOf(
        z
          .string({ error: HASH_FIELD_FORM })
          .regex(/^(?:metadata|params|headers)(?:\.[^.]+)+$/, { error: HASH_FIELD_FORM }),
        'a list of fields',
      )
        .max(16, { error: 'at most 16 fields' })
        .optional()
        .describe(
          'Fields that identify a caller, in addition to its key: metadata.*, params.*, headers.*, nested by dots.',
        ),
      ttl: z
        .number({ error: 'a number of seconds' })
        .positive({ error: 'a number of seconds above 0' })
        .optional()
        .describe('Seconds after which the choice may change; 3600 when absent.'),
    },
    { error: 'an object such as {"hash_fields": ["metadata.user"]}' },
  )
  .describe('loadbalance only: keeps a caller on one target.')

const condition = z.strictObject(
  {
    query: z
      .record(z.string(), z.unknown(), { error: 'a query object such as {"metadata.tier": "paid"}' })
      .describe(
        'Compares metadata.<key>, params.<key> and url.pathname with a value or operators ($eq $ne $gt $gte $lt $lte $in $nin $regex), joined by $and, $or. $regex is RE2, searches the first 4096 characters and has limits on its size (see routing).',
      ),
    // biome-ignore lint/suspicious/noThenProperty: `then` is the key's name in configs.
    then: label.describe('Name of the target to use when the query matches.'),
  },
  { error: 'an object with query and then' },
)

const STRATEGY_TEXT = 'How a target is chosen for a request.'

const strategy = z
  .strictObject(
    {
      mode: oneOf(['loadbalance', 'fallback', 'conditional', 'single']).describe(
        'How a target is chosen: by weight, in order until one succeeds, by conditions, or always the first.',
      ),
      on_status_codes: statuses
        .optional()
        .describe('fallback only: statuses on which to try the next target; all but 2xx when absent.'),
      conditions: listOf(condition, 'a list of conditions')
        .max(100, { error: 'at most 100 conditions' })
        .optional()
        .describe('conditional only: evaluated in order; the first match decides.'),
      default: label.optional().describe('conditional only: name of the target when no condition matches.'),
      sticky: sticky.optional(),
      cb_config: circuit.optional(),
    },
    { error: 'an object with mode' },
  )
  .describe(STRATEGY_TEXT)

/** The entries are read by guardrails/read-guardrails.ts, whose errors name the part that is wrong. */
const guardrails = listOf(z.unknown(), 'a list of guardrails').max(MAX_ENTRIES, {
  error: `at most ${MAX_ENTRIES} guardrails`,
})

/** All keys except provider settings. */
const KEYS = {
  name: label.optional().describe('Name by which conditions refer to this target.'),
  strategy: strategy.optional(),
  provider: label.optional().meta({
    description: 'Provider slug, or @ and the identifier of a virtual key.',
    examples: [...providerSlugs()],
  }),
  api_key: credential.optional().describe('The provider’s credential.'),
  Authorization: z
    .string({ error: '"Bearer <key>"' })
    .refine((value) => /^[\x20-\x7e]{1,8192}$/.test(value) && bearerToken(value) !== null, { error: '"Bearer <key>"' })
    .optional()
    .describe('The provider’s credential as "Bearer <key>".'),
  virtual_key: label.optional().describe('Identifier of a stored credential.'),
  prompt_id: label.optional().describe('On prompt routes: the prompt this target renders.'),
  passthrough: flag
    .optional()
    .describe('true takes the stored credential from the request: x-gateway-virtual-key or x-gateway-provider: @slug.'),
  targets: listOf(z.unknown(), 'a list of configs').min(1, { error: 'a list of at least one config' }).optional(),
  weight: numberFrom(0).optional().describe('Share in a loadbalance; 1 when absent, 0 is never chosen.'),
  on_status_codes: statuses
    .optional()
    .describe('On a fallback config: its trigger. On a target of a fallback: the trigger for this target alone.'),
  retry: retry.optional(),
  cache: cache.optional(),
  cb_config: circuit.optional(),
  request_timeout: integerFrom(1).optional().describe('Milliseconds an attempt may take.'),
  connect_timeout: integerFrom(1)
    .optional()
    .describe(
      'Milliseconds for DNS, TCP and TLS together, all addresses of the host included; GATEWAY_CONNECT_TIMEOUT_MS when absent.',
    ),
  custom_host: z
    .string({ error: CUSTOM_HOST_FORM })
    .refine((value) => readCustomHost(value) !== null, { error: CUSTOM_HOST_FORM })
    .optional()
    .describe('Base URL to send to instead of the provider’s own, with its version segment.'),
  forward_headers: listOf(
    z
      .string({ error: FORWARD_FORM })
      .refine((name) => forwardNameRefusal(name, OWN_PREFIXES) === null, { error: FORWARD_FORM }),
    'a list of header names',
  )
    .max(100, { error: 'at most 100 names' })
    .optional()
    .describe('Names of request headers passed to the provider unchanged.'),
  override_params: params.optional().describe('Parameters that replace those of the request.'),
  default_params: params.optional().describe('Parameters for requests that do not give them.'),
  drop_params: listOf(
    z
      .string({ error: 'a path such as a.b or a[*].b' })
      .refine((path) => parseDropPath(path) !== null, { error: 'a path such as a.b, a[0].b or a[*].b' }),
    'a list of paths',
  )
    .max(256, { error: 'at most 256 paths' })
    .optional()
    .describe('Paths removed from the request, after all other changes.'),
  strict_open_ai_compliance: flag
    .optional()
    .describe('In translated responses, false adds content_blocks with thinking and true removes all thinking.'),
  input_guardrails: guardrails
    .optional()
    .describe('Checks of the request before it is sent: ids of saved guardrails, or guardrails with their checks.'),
  output_guardrails: guardrails.optional().describe('Checks of the response, in the same forms.'),
  before_request_hooks: guardrails.optional().describe('Alias of input_guardrails. Guardrails listed here run first.'),
  after_request_hooks: guardrails.optional().describe('Alias of output_guardrails. Guardrails listed here run first.'),
  input_mutators: guardrails
    .optional()
    .describe('Guardrails that change the request, with default.regexReplace or default.addPrefix. They run last.'),
  output_mutators: guardrails
    .optional()
    .describe('Guardrails that change the response, in the same forms. They run last.'),
}

export type ConfigKey = keyof typeof KEYS

type ConfigNode = z.output<z.ZodObject<typeof KEYS>>

/** A validated config. It has no prototype, so only its own keys exist. */
export type ConfigObject = Readonly<Omit<ConfigNode, 'targets'>> & {
  readonly targets?: readonly ConfigObject[] | undefined
}

const setting = text('a string of 1 to 16384 characters', 16_384).optional()

/** Keys of provider settings. The adapters validate their values further. */
function settingShape(): Record<string, z.ZodOptional<z.ZodString>> {
  const entries = [...settingKeys()].map(([key, about]) => [key, setting.describe(about)] as const)
  return Object.fromEntries(entries)
}

/**
 * Keys from Portkey's documentation that the gateway does not use, with the warning they cause. Ignoring them is safe,
 * because they set no limit, permission, credential or target. Any other unknown key is an error.
 */
export const IGNORED_KEYS: Readonly<Record<string, string>> = {
  metadata: 'ignored; send metadata with the request (x-gateway-metadata) or set it on the API key.',
  fetch_integrated_models: 'ignored; GET /v1/models lists the models of the provider that serves the request.',
}

function ignoredShape(): Record<string, z.ZodOptional<z.ZodUnknown>> {
  return Object.fromEntries(
    Object.entries(IGNORED_KEYS).map(([key, warning]) => [key, z.unknown().optional().describe(capital(warning))]),
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Validates one level. parse-config.ts recurses into the targets, so that it can stop early. */
export const nodeSchema = z.strictObject(
  { ...KEYS, ...settingShape(), ...ignoredShape() },
  { error: 'a config object' },
)

/** Allowed keys of each object in a config, by the key that contains it ('' for the config itself). For suggestions. */
export const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  '': [...Object.keys(KEYS), ...Object.keys(settingShape())],
  strategy: Object.keys(strategy.shape),
  conditions: Object.keys(condition.shape),
  sticky: Object.keys(sticky.shape),
  retry: Object.keys(retry.shape),
  cache: Object.keys(cache.shape),
  cb_config: Object.keys(circuit.shape),
}

/** Names of headers that are not config keys. They cause an error, because it would be unsafe to ignore a guardrail. */
export const UNSUPPORTED_KEYS: ReadonlySet<string> = new Set(['default_input_guardrails', 'default_output_guardrails'])

/** The content of contract/config.schema.json, with the canonical spelling of every key. */
export function configJsonSchema(): Record<string, unknown> {
  const whole: z.ZodType = z
    .strictObject({
      ...KEYS,
      ...settingShape(),
      ...ignoredShape(),
      ...Object.fromEntries(
        LIST_NAMES.map((name) => [name, guardrailListSchema.optional().describe(KEYS[name].description ?? '')]),
      ),
      circuit_breaker: circuit.optional(),
      model: label.optional().describe('Short for override_params.model.'),
      strategy: strategy
        .extend({ sticky_session: sticky.optional().describe('Alias of sticky.') })
        .describe(STRATEGY_TEXT)
        .optional(),
      targets: z
        .array(z.lazy(() => whole))
        .min(1)
        .max(100)
        .optional()
        .describe('The configs a strategy chooses from; each follows this schema.'),
    })
    .meta({ title: 'Gatehouse config', description: 'Where a request goes and what happens when that fails.' })
  return z.toJSONSchema(whole)
}
