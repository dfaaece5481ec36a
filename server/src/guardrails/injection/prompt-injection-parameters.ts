/** Parameters of the check for prompt injections. */

import { z } from 'zod'

const DEFAULT_THRESHOLD = 0.5

export const promptInjectionParameters = z.strictObject({
  threshold: z
    .number({ error: 'a number greater than 0, at most 1' })
    .gt(0, { error: 'a number greater than 0, at most 1' })
    .max(1, { error: 'a number greater than 0, at most 1' })
    .default(DEFAULT_THRESHOLD)
    .describe('A text fails with this score or a higher one.'),
})
