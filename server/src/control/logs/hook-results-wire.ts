/** Schema of `hook_results`: the results of each guardrail and each of its checks. */

import { z } from 'zod'

const milliseconds = z.number().meta({ description: 'Milliseconds.' })

const checkSchema = z.object({
  id: z.string().meta({ examples: ['default.regexMatch'] }),
  verdict: z.boolean(),
  data: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Explains the verdict.' }),
  error: z
    .object({ name: z.string(), message: z.string() })
    .optional()
    .meta({ description: 'Present if the check could not be run.' }),
  execution_time: milliseconds,
  transformed: z.boolean(),
  created_at: z.string(),
  log: z.null(),
  matches: z
    .array(z.object({ label: z.string(), masked: z.string(), where: z.string() }))
    .meta({ description: 'The parts of the text that the check found, masked, and their paths in the body.' }),
})

const hookSchema = z.object({
  id: z.string().meta({ description: 'Slug of a saved guardrail, or id of an inline one.' }),
  type: z.literal('guardrail'),
  verdict: z.boolean(),
  transformed: z.boolean(),
  checks: z.array(checkSchema),
  feedback: z
    .object({
      value: z.number(),
      weight: z.number(),
      metadata: z.record(z.string(), z.string()).nullable(),
    })
    .nullable(),
  execution_time: milliseconds,
  async: z.boolean(),
  created_at: z.string(),
  deny: z.boolean(),
  skipped: z.boolean().meta({ description: 'True if an earlier guardrail ended the run.' }),
  shadow: z.boolean(),
  source: z.enum(['config', 'header', 'workspace', 'organisation']),
  version_id: z.string().nullable(),
  held_time: z.number().meta({ description: 'Milliseconds that the text of a stream was held back.' }),
})

export const hookResultsSchema = z
  .object({ before_request_hooks: z.array(hookSchema), after_request_hooks: z.array(hookSchema) })
  .meta({ description: 'Results of the guardrails of the request and of the response.' })
