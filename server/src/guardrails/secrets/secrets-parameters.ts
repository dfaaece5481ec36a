/** Parameters of the check for secrets. */

import { z } from 'zod'
import { actionParameter, replacementParameter } from '../pii/pii-parameters.ts'
import { SECRET_TYPES } from './secret-rules.ts'

export const secretsParameters = z.strictObject({
  types: z
    .array(z.enum(SECRET_TYPES, { error: `one of ${SECRET_TYPES.join(', ')}` }), { error: 'a list of types' })
    .min(1, { error: 'at least one type' })
    .optional()
    .describe('What to look for. Default: all.'),
  action: actionParameter,
  replacement: replacementParameter,
})
