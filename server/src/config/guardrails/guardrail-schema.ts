/** Schema of guardrails in a config, for contract/config.schema.json. read-guardrails.ts validates them. */

import { z } from 'zod'
import { MAX_CHECKS, MAX_ENTRIES } from './guardrail-keys.ts'

const name = z.string().min(1).max(256)

const feedback = (verdict: string, byDefault: number) =>
  z
    .strictObject({
      feedback: z
        .strictObject({
          value: z.int().min(-10).max(10).optional().describe(`${byDefault} when absent.`),
          weight: z.number().min(0).max(1).optional().describe('1 when absent.'),
          metadata: z.record(z.string(), z.string()).optional().describe('Labels of the feedback.'),
        })
        .optional()
        .describe('The feedback, as in POST /v1/feedback.'),
    })
    .optional()
    .describe(`Feedback to write for the request if the guardrail ${verdict}.`)

const check = z.strictObject({
  id: name.describe('Id of the check, such as default.regexMatch. "default." may be left out.'),
  parameters: z.record(z.string(), z.unknown()).optional().describe('Parameters of the check.'),
  is_enabled: z.boolean().optional().describe('false skips the check; true when absent.'),
  name: name.optional().describe('A label. It has no effect.'),
})

const entry = z
  .object({
    id: name
      .optional()
      .describe('Slug or id of a saved guardrail. With checks: the name of this guardrail in results.'),
    name: name.optional().describe('Alias of id, for a guardrail with checks.'),
    type: z
      .enum(['guardrail', 'mutator'])
      .optional()
      .describe('Has no effect: guardrails and mutators run in the same way.'),
    guardrail_version_id: name.optional().describe('Version of the saved guardrail; the newest when absent.'),
    checks: z
      .array(check)
      .min(1)
      .max(MAX_CHECKS)
      .optional()
      .describe('The checks. In the short form, any other key is the id of a check, and its value the parameters.'),
    deny: z
      .boolean()
      .optional()
      .describe('true refuses the request with status 446 if a check fails. Otherwise the response gets status 246.'),
    async: z
      .boolean()
      .optional()
      .describe('true runs the checks in parallel with the request, without changing it; false when absent.'),
    sequential: z
      .boolean()
      .optional()
      .describe('true runs the checks one after the other and stops at the first failure.'),
    on_success: feedback('passes', 5),
    on_fail: feedback('fails', -5),
    on_failure: feedback('fails', -5),
    soft_deny: z
      .boolean()
      .optional()
      .describe('true returns a refusal as an ordinary response with status 200 instead of status 446.'),
    shadow: z.boolean().optional().describe('true runs and records the checks without changing anything.'),
    fail_on_error: z
      .boolean()
      .optional()
      .describe('Whether a check that cannot be run counts as failed; the value of deny when absent.'),
    strip_scaffolding: z
      .boolean()
      .optional()
      .describe('true does not check the parts that coding agents add to every request.'),
    messages: z
      .enum(['all', 'last'])
      .optional()
      .describe('Which messages of the request are checked; each check decides when absent.'),
  })
  .catchall(z.record(z.string(), z.unknown()))
  .describe('Every other key is the id of a check, and its value the parameters.')

export const guardrailListSchema = z
  .array(z.union([name.describe('Slug or id of a saved guardrail.'), entry]))
  .max(MAX_ENTRIES)
