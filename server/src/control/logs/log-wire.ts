/** Response format of request logs in lists. */

import { z } from 'zod'
import { GUARDRAIL_VERDICTS } from '../../core/logs/guardrail-outcomes.ts'

export const milliseconds = z.number().meta({ description: 'Milliseconds.' })
const count = z.number().nullable()

const usageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  cached_tokens: count,
  cached_audio_tokens: count.meta({ description: 'Part of cached_tokens and of audio_input_tokens.' }),
  cached_write_tokens: count,
  reasoning_tokens: count,
  audio_input_tokens: count,
  audio_output_tokens: count,
  images: count,
  search_units: count,
  cached_write_long_tokens: count,
  image_input_tokens: count,
  image_output_tokens: count,
  characters: count,
  audio_seconds: count,
  is_estimate: z
    .boolean()
    .meta({ description: 'True if the tokens were estimated from the text because the provider reported no usage.' }),
})

const outcomeSchema = z.object({
  id: z.string().meta({ description: 'Slug of a saved guardrail, or `inline.all` for an inline one.' }),
  direction: z.enum(['input', 'output']),
  verdict: z.enum(GUARDRAIL_VERDICTS).meta({
    description:
      'failed: it failed and the request went on. would_deny: it would have denied the request, but is in shadow mode. skipped: an earlier guardrail ended the run.',
  }),
  error: z.boolean().meta({ description: 'True if a check could not be run.' }),
  transformed: z.boolean(),
  shadow: z.boolean(),
})

const IN_LISTS = 'In lists only with glance=true. Null if it could not be read in time.'

export const logSummarySchema = z.object({
  object: z.literal('log'),
  id: z.string(),
  trace_id: z.string(),
  span_id: z.string().nullable(),
  parent_span_id: z.string().nullable(),
  span_name: z.string().nullable(),
  source: z.enum(['gateway', 'external']).meta({ description: 'external: inserted, not sent through the gateway.' }),
  workspace_id: z.string(),
  api_key_id: z.string(),
  created_at: z.string().meta({ description: 'When the request arrived, ISO 8601.' }),
  method: z.string(),
  path: z.string(),
  endpoint: z.string(),
  ending: z.enum(['complete', 'refused', 'abandoned', 'broken']),
  status_code: z.number(),
  error_code: z.string().nullable(),
  provider: z.string().nullable(),
  target: z.string().nullable().meta({ description: 'Path of the responding target in the config.' }),
  ai_model: z.string().nullable(),
  response_model: z.string().nullable(),
  virtual_key: z.string().nullable(),
  config: z.string().nullable(),
  config_version: z.number().nullable(),
  prompt_slug: z.string().nullable(),
  prompt_version: z.number().nullable(),
  is_stream: z.boolean(),
  cache_status: z.string(),
  response_time: milliseconds,
  time_to_first_byte: milliseconds.nullable(),
  attempt_count: z.number(),
  retry_count: z.number(),
  trail: z
    .array(
      z.object({
        status_code: z.number().nullable().meta({ description: 'Null if there was no response.' }),
        error_code: z.string().nullable(),
        retry: z.number().meta({ description: '0 is the first attempt of a target.' }),
      }),
    )
    .nullable()
    .meta({ description: `How each attempt ended. ${IN_LISTS}` }),
  gateway_time: milliseconds.nullable().meta({ description: `Milliseconds spent in the gateway. ${IN_LISTS}` }),
  first_words: z
    .string()
    .nullable()
    .meta({ description: `Start of the user’s text, if bodies are logged. ${IN_LISTS}` }),
  guardrails: z.array(outcomeSchema).meta({ description: 'In the order in which they ran.' }),
  usage: usageSchema.nullable(),
  cost: z.number().nullable().meta({ description: 'US cents. Null if unknown, 0 if free.' }),
  cost_currency: z.literal('USD'),
  price_version: z.string().nullable().meta({ description: 'Version of the price list.' }),
  cache_saved_time: milliseconds.nullable(),
  cache_saved_cost: z.number().nullable().meta({ description: 'US cents saved by the cache.' }),
  feedback_count: z.number(),
  weighted_feedback: z.number().nullable().meta({ description: '-10 to 10. Null without feedback.' }),
  metadata: z.record(z.string(), z.string()),
  request_bytes: z.number(),
  response_bytes: z.number(),
  warnings: z.array(z.string()),
})
