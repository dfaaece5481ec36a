/** The organisation in the control store. */

import { NO_GUARDRAILS } from '../../../core/stores/guardrails.ts'
import {
  NO_SECOND_FACTOR_POLICY,
  type Organisation,
  type OrganisationSettings,
  type OrganisationStore,
} from '../../../core/stores/organisations.ts'
import type { ControlDatabase } from '../control-database.ts'
import type { OrganisationTable } from '../schema.ts'

const NO_SETTINGS: OrganisationSettings = {
  retentionDays: null,
  bodyRetentionDays: null,
  logBodies: null,
  defaultMetadata: {},
  defaultGuardrails: NO_GUARDRAILS,
  secondFactor: NO_SECOND_FACTOR_POLICY,
  enforceSso: false,
}

export class SqlOrganisations implements OrganisationStore {
  constructor(private readonly database: ControlDatabase) {}

  async readOfDeployment(): Promise<Organisation> {
    const row = await this.database
      .selectFrom('organisations')
      .selectAll()
      .orderBy('created_at_ms')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return toOrganisation(row)
  }

  async read(id: string): Promise<Organisation> {
    const row = await this.database
      .selectFrom('organisations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return toOrganisation(row)
  }

  async update(id: string, change: Parameters<OrganisationStore['update']>[1]): Promise<void> {
    await this.database
      .updateTable('organisations')
      .set({
        updated_at_ms: change.nowMs,
        ...(change.name !== undefined && { name: change.name }),
        ...(change.settings !== undefined && { settings: JSON.stringify(change.settings) }),
      })
      .where('id', '=', id)
      .execute()
  }
}

function toOrganisation(row: OrganisationTable): Organisation {
  return {
    id: row.id,
    name: row.name,
    // The organisation created at the first start has empty settings.
    settings: { ...NO_SETTINGS, ...(JSON.parse(row.settings) as Partial<OrganisationSettings>) },
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}
