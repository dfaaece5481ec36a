/** The default guardrails of the organisation at Portkey's path. PUT /admin/organisation sets them too. */

import { z } from 'zod'
import type { GuardrailNames } from '../../core/stores/guardrails.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { changedDefaults, DEFAULT_GUARDRAILS, FORCED } from './default-guardrails.ts'

const list = z.array(z.object({ id: z.string(), slug: z.string() }))

const DEFAULTS_REPLY = z.object({
  object: z.literal('organisation_defaults'),
  input_guardrails: list,
  output_guardrails: list,
})

export function organisationDefaultsOperations(): readonly Operation[] {
  return [readDefaults, updateDefaults]
}

const readDefaults = endpoint({
  name: 'organisation.defaults.read',
  method: 'GET',
  path: '/admin/organisation/defaults',
  summary: 'Read the organisation’s default guardrails',
  permission: { scope: 'organisation_settings.read' },
  reply: DEFAULTS_REPLY,
  example: {},
  async handle({ reach, stores }) {
    const { settings } = await stores.organisations.read(reach.organisationId)
    return shown(stores, reach.organisationId, settings.defaultGuardrails)
  },
})

const updateDefaults = endpoint({
  name: 'organisation.defaults.update',
  method: 'PUT',
  path: '/admin/organisation/defaults',
  summary: 'Set the organisation’s default guardrails',
  description: 'An omitted list stays. They apply to all workspaces, and callers cannot remove them.',
  permission: { scope: 'organisation_settings.update' },
  audit: 'organisation.update',
  query: FORCED,
  body: z.strictObject(DEFAULT_GUARDRAILS).partial(),
  reply: DEFAULTS_REPLY,
  example: { body: { input_guardrails: [] } },
  async handle({ reach, body, query, nowMs, change, note, announce }) {
    const { organisationId } = reach
    return change(async (stores) => {
      const { name, settings } = await stores.organisations.read(organisationId)
      const before = settings.defaultGuardrails
      const home = { organisationId, workspaceId: null, isForced: query.force === 'true' }
      const defaultGuardrails = await changedDefaults(stores, home, before, body, '')
      await stores.organisations.update(organisationId, { name, settings: { ...settings, defaultGuardrails }, nowMs })
      const after = await shown(stores, organisationId, defaultGuardrails)
      note({ id: organisationId, name, workspaceId: null, before: await shown(stores, organisationId, before), after })
      announce({ kind: 'organisation', organisationId })
      return after
    })
  },
})

async function shown(
  stores: Pick<Stores, 'guardrails'>,
  organisationId: string,
  { input, output }: GuardrailNames,
): Promise<z.infer<typeof DEFAULTS_REPLY>> {
  const all = async (slugs: readonly string[]) => {
    const found = await Promise.all(
      slugs.map((slug) => stores.guardrails.find({ organisationId, workspaceId: null }, slug)),
    )
    return found.flatMap((one) => (one ? [{ id: one.id, slug: one.slug }] : []))
  }
  return {
    object: 'organisation_defaults',
    input_guardrails: await all(input),
    output_guardrails: await all(output),
  }
}
