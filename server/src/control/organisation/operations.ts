/** Operations on the organisation's settings. */

import { endpoint, type Operation } from '../endpoint.ts'
import { changedOrganisation, organisationBody, organisationOnWire, organisationSchema } from './organisation-wire.ts'

export function organisationOperations(): readonly Operation[] {
  return [readOrganisation, updateOrganisation]
}

const readOrganisation = endpoint({
  name: 'organisation.read',
  method: 'GET',
  path: '/admin/organisation',
  summary: 'Read the organisation’s settings',
  permission: { scope: 'organisation_settings.read' },
  reply: organisationSchema,
  example: {},
  async handle({ reach, stores }) {
    return organisationOnWire(await stores.organisations.read(reach.organisationId))
  },
})

const updateOrganisation = endpoint({
  name: 'organisation.update',
  method: 'PUT',
  path: '/admin/organisation',
  summary: 'Update the organisation’s settings',
  permission: { scope: 'organisation_settings.update' },
  audit: 'organisation.update',
  body: organisationBody,
  reply: organisationSchema,
  example: { body: { retention_days: 30, defaults: { metadata: { region: 'eu' } } } },
  async handle({ reach, body, nowMs, change, note, announce }) {
    const { organisationId } = reach
    return change(async (stores) => {
      const before = await stores.organisations.read(organisationId)
      const { name, settings } = changedOrganisation(before, body)
      await stores.organisations.update(organisationId, { name, settings, nowMs })
      const after = organisationOnWire(await stores.organisations.read(organisationId))
      note({ id: organisationId, name, workspaceId: null, before: organisationOnWire(before), after })
      announce({ kind: 'organisation', organisationId })
      return after
    })
  },
})
