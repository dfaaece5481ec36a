/** Operations on the organisation's settings. */

import { z } from 'zod'
import type { GuardrailNames } from '../core/stores/guardrails.ts'
import type { Organisation, SecondFactorPolicy } from '../core/stores/organisations.ts'
import { endpoint, type Operation } from './endpoint.ts'
import {
  changedDefaults,
  DEFAULT_GUARDRAILS,
  DEFAULT_GUARDRAILS_REPLY,
  defaultsOnWire,
  FORCED,
} from './guardrails/default-guardrails.ts'
import { bodyRetentionSchema, logBodiesSchema, metadataSchema, retentionSchema } from './settings-wire.ts'
import { requireSsoPossible } from './sso/enforcement.ts'

const SECOND_FACTOR = {
  required_for: z.enum(['nobody', 'admins', 'everyone']).meta({
    description:
      'Users who must have a second factor. `admins`: owners and admins. Others of them can only add one after the grace period.',
  }),
  grace_days: z.number().int().min(0).max(90).meta({
    description: 'Days to add one, from required_since or the creation of the account, whichever is later.',
  }),
  accepts_sso: z.boolean().meta({ description: 'Sessions of single sign-on need no second factor here.' }),
}

const organisationSchema = z.object({
  object: z.literal('organisation'),
  id: z.string(),
  name: z.string(),
  retention_days: z.number().nullable(),
  body_retention_days: z.number().nullable(),
  log_bodies: z.boolean().nullable(),
  second_factor: z.object({
    ...SECOND_FACTOR,
    required_since: z.string().nullable().meta({ description: 'When required_for was last changed.' }),
  }),
  enforce_sso: z.boolean(),
  defaults: z.object({ metadata: z.record(z.string(), z.string()), ...DEFAULT_GUARDRAILS_REPLY }),
  created_at: z.string(),
  last_updated_at: z.string(),
})

const organisationBody = z
  .strictObject({
    name: z.string().trim().min(1).max(128),
    retention_days: retentionSchema,
    body_retention_days: bodyRetentionSchema,
    log_bodies: logBodiesSchema,
    second_factor: z.strictObject(SECOND_FACTOR).partial(),
    enforce_sso: z
      .boolean()
      .describe(
        'Only break-glass owners may sign in with a password. Needs a break-glass owner and an enabled connection that was tested. Ends all other sessions without single sign-on.',
      ),
    defaults: z.strictObject({ metadata: metadataSchema.nullable(), ...DEFAULT_GUARDRAILS }).partial(),
  })
  .partial()

function organisationOnWire(organisation: Organisation): z.infer<typeof organisationSchema> {
  const { id, name, settings, createdAtMs, updatedAtMs } = organisation
  return {
    object: 'organisation',
    id,
    name,
    retention_days: settings.retentionDays,
    body_retention_days: settings.bodyRetentionDays,
    log_bodies: settings.logBodies,
    second_factor: {
      required_for: settings.secondFactor.requiredFor,
      grace_days: settings.secondFactor.graceDays,
      accepts_sso: settings.secondFactor.acceptsSso,
      required_since:
        settings.secondFactor.sinceMs === null ? null : new Date(settings.secondFactor.sinceMs).toISOString(),
    },
    enforce_sso: settings.enforceSso,
    defaults: { metadata: { ...settings.defaultMetadata }, ...defaultsOnWire(settings.defaultGuardrails) },
    created_at: new Date(createdAtMs).toISOString(),
    last_updated_at: new Date(updatedAtMs).toISOString(),
  }
}

/** Omitted fields stay unchanged. Null restores the gateway's default. `defaultGuardrails` must already be resolved. */
function changedOrganisation(
  before: Organisation,
  body: z.infer<typeof organisationBody>,
  defaultGuardrails: GuardrailNames,
  nowMs: number,
): Organisation {
  const { settings } = before
  const metadata = body.defaults?.metadata
  return {
    ...before,
    name: body.name ?? before.name,
    settings: {
      retentionDays: body.retention_days === undefined ? settings.retentionDays : body.retention_days,
      bodyRetentionDays: body.body_retention_days === undefined ? settings.bodyRetentionDays : body.body_retention_days,
      logBodies: body.log_bodies === undefined ? settings.logBodies : body.log_bodies,
      defaultMetadata: metadata === undefined ? settings.defaultMetadata : (metadata ?? {}),
      defaultGuardrails,
      secondFactor: changedPolicy(settings.secondFactor, body.second_factor ?? {}, nowMs),
      enforceSso: body.enforce_sso ?? settings.enforceSso,
    },
  }
}

/** A changed `required_for` starts a new grace period. */
function changedPolicy(
  before: SecondFactorPolicy,
  body: NonNullable<z.infer<typeof organisationBody>['second_factor']>,
  nowMs: number,
): SecondFactorPolicy {
  const requiredFor = body.required_for ?? before.requiredFor
  return {
    requiredFor,
    graceDays: body.grace_days ?? before.graceDays,
    sinceMs: requiredFor === before.requiredFor ? before.sinceMs : nowMs,
    acceptsSso: body.accepts_sso ?? before.acceptsSso,
  }
}

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
  stepUp: true,
  query: FORCED,
  body: organisationBody,
  reply: organisationSchema,
  example: { body: { retention_days: 30, defaults: { metadata: { region: 'eu' } } } },
  async handle({ reach, body, query, nowMs, change, note, announce }) {
    const { organisationId } = reach
    return change(async (stores) => {
      const before = await stores.organisations.read(organisationId)
      const home = { organisationId, workspaceId: null, isForced: query.force === 'true' }
      const guardrails = await changedDefaults(stores, home, before.settings.defaultGuardrails, body.defaults)
      const { name, settings } = changedOrganisation(before, body, guardrails, nowMs)
      await stores.organisations.update(organisationId, { name, settings, nowMs })
      if (settings.enforceSso) {
        await requireSsoPossible(stores, organisationId, !before.settings.enforceSso)
        if (!before.settings.enforceSso) await stores.sessions.removeWithoutSso(organisationId)
      }
      const after = organisationOnWire(await stores.organisations.read(organisationId))
      note({ id: organisationId, name, workspaceId: null, before: organisationOnWire(before), after })
      announce({ kind: 'organisation', organisationId })
      return after
    })
  },
})
