/** Request and response format of feedback. */

import { z } from 'zod'
import type { Feedback, NewFeedback } from '../../core/logs/feedback.ts'

const MOST_AT_ONCE = 1_000
const MOST_METADATA_CHARACTERS = 8_192
const USUAL_WEIGHT = 1

const value = z.int('must be a whole number').min(-10, 'must be -10 or more').max(10, 'must be 10 or less')

/** Values out of range count as 1, as existing clients of this API expect. */
const weight = z
  .number()
  .nullish()
  .transform((given) => (given == null ? undefined : given >= 0 && given <= 1 ? given : USUAL_WEIGHT))
  .meta({ description: '0 to 1. Omitted or out-of-range values count as 1.' })

const metadata = z
  .record(z.string().max(256), z.unknown())
  .refine((given) => JSON.stringify(given).length <= MOST_METADATA_CHARACTERS, 'is too large')
  .nullish()

const newFeedbackSchema = z.strictObject({
  trace_id: z
    .string()
    .min(1)
    .max(128)
    .meta({ description: 'Trace id of the rated request. The request may arrive later.' }),
  value: value.meta({ description: 'A whole number from -10 to 10.' }),
  weight,
  metadata,
  workspace_id: z.string().max(128).nullish(),
})

export const createFeedbackSchema = z.union([
  newFeedbackSchema,
  z.array(newFeedbackSchema).min(1, 'must have at least one item').max(MOST_AT_ONCE, `must have at most ${MOST_AT_ONCE} items`),
])

export const changeFeedbackSchema = z.strictObject({ value, weight, metadata })

export const feedbackSchema = z.object({
  object: z.literal('feedback'),
  id: z.string(),
  trace_id: z.string(),
  value: z.number(),
  weight: z.number(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
  last_updated_at: z.string(),
})

export function newFeedbackOf(given: z.infer<typeof newFeedbackSchema>): NewFeedback {
  return {
    traceId: given.trace_id,
    value: given.value,
    weight: given.weight ?? USUAL_WEIGHT,
    metadata: given.metadata ?? null,
  }
}

export function feedbackToWire(feedback: Feedback): z.infer<typeof feedbackSchema> {
  return {
    object: 'feedback',
    id: feedback.id,
    trace_id: feedback.traceId,
    value: feedback.value,
    weight: feedback.weight,
    metadata: feedback.metadata === null ? null : { ...feedback.metadata },
    created_at: new Date(feedback.createdAtMs).toISOString(),
    last_updated_at: new Date(feedback.updatedAtMs).toISOString(),
  }
}
