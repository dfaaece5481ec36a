/** Settings that organisation and workspaces share on the wire. */

import { z } from 'zod'

const MOST_LABELS = 64

/** Added to every request below its own metadata; values are texts, as in logs and analytics. */
export const metadataSchema = z
  .record(z.string().min(1).max(128), z.string().max(1_024))
  .refine((metadata) => Object.keys(metadata).length <= MOST_LABELS, `must have at most ${MOST_LABELS} keys`)

export const retentionSchema = z
  .int()
  .min(1)
  .max(3_650)
  .nullable()
  .meta({ description: 'Days that request logs are kept; null: as above it.' })

export const logBodiesSchema = z
  .boolean()
  .nullable()
  .meta({ description: 'Whether requests and answers are kept in the logs; null: as above it.' })
