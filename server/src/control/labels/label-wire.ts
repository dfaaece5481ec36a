/** Request and response format of labels. */

import { z } from 'zod'
import type { Label } from '../../core/prompts/labels.ts'

/** Labels are used as suffix (`slug@label`), where numbers and reserved words have another meaning. */
const labelName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - and _')
  .refine((name) => !/^(latest|default|[0-9]+)$/.test(name), 'must not be latest, default or a number')

const details = {
  description: z.string().max(1024).nullable().optional(),
  color_code: z.string().max(32).nullable().optional(),
  organisation_id: z.string().max(128).optional().describe('Ignored. A gateway has one organisation.'),
  workspace_id: z.string().optional(),
}

export const createBody = z.strictObject({ name: labelName, ...details })

export const updateBody = z
  .strictObject({ name: labelName.optional(), ...details })
  .refine(
    ({ name, description, color_code: color }) => [name, description, color].some((value) => value !== undefined),
    'send name, description or color_code',
  )

export const labelRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  color_code: z.string().nullable(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable(),
  is_universal: z.boolean(),
  status: z.literal('active'),
  created_at: z.string(),
  last_updated_at: z.string(),
})

export function toRow(label: Label): z.infer<typeof labelRow> {
  return {
    id: label.id,
    name: label.name,
    description: label.description,
    color_code: label.colorCode,
    organisation_id: label.organisationId,
    workspace_id: label.workspaceId,
    is_universal: label.isUniversal,
    status: 'active',
    created_at: new Date(label.createdAtMs).toISOString(),
    last_updated_at: new Date(label.updatedAtMs).toISOString(),
  }
}
