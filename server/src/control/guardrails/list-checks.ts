/** The catalogue of checks with the JSON schemas of their parameters. */

import { z } from 'zod'
import { once } from '../../core/runtime/once.ts'
import { CHECK_CATALOGUE, type CheckDescription } from '../../guardrails/catalogue.ts'
import { endpoint } from '../endpoint.ts'
import { permissionTo } from './find-guardrail.ts'

const row = z.object({
  object: z.literal('guardrail_check'),
  id: z.string().meta({ examples: ['default.regexMatch'] }),
  name: z.string(),
  description: z.string(),
  directions: z
    .array(z.enum(['input', 'output']))
    .describe('Whether it can check requests (input) and responses (output).'),
  parameters: z.record(z.string(), z.unknown()).describe('JSON Schema of its parameters.'),
})

export const listChecks = endpoint({
  name: 'guardrails.checks.list',
  method: 'GET',
  path: '/guardrails/checks',
  summary: 'List the checks that guardrails can use',
  permission: permissionTo('read'),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(row) }),
  example: {},
  async handle() {
    const data = rows()
    return { object: 'list' as const, total: data.length, data }
  },
})

/** Built once: the schemas do not change while the gateway runs. */
const rows = once(() => CHECK_CATALOGUE.map(toWire))

function toWire({ id, name, about, directions, parameters }: CheckDescription): z.infer<typeof row> {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' })
  return {
    object: 'guardrail_check',
    id,
    name,
    description: about,
    directions: [...directions],
    parameters: schema,
  }
}
