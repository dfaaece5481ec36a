/** Settings that organisations and workspaces have in common. */

import { z } from 'zod'

const MAX_LABELS = 64

/** Default metadata of requests. Metadata sent with a request overrides it. */
export const metadataSchema = z
  .record(z.string().min(1).max(128), z.string().max(1_024))
  .refine((metadata) => Object.keys(metadata).length <= MAX_LABELS, `must have at most ${MAX_LABELS} keys`)

export const retentionSchema = z
  .int()
  .min(1)
  .max(3_650)
  .nullable()
  .meta({ description: 'Days that request logs are kept. Null inherits the organisation or gateway setting.' })

export const bodyRetentionSchema = z.int().min(1).max(3_650).nullable().meta({
  description:
    'Days that request and response bodies are kept, at most as long as their log. Null inherits the organisation setting, else bodies are kept as long as their log.',
})

export const logBodiesSchema = z.boolean().nullable().meta({
  description: 'Whether logs contain request and response bodies. Null inherits the organisation or gateway setting.',
})
