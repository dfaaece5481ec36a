/** Workspaces in the control store. */

import type { WorkspaceStore } from '../../core/ports.ts'
import type { ControlDatabase } from './control-database.ts'

export class SqlWorkspaceStore implements WorkspaceStore {
  constructor(private readonly database: ControlDatabase) {}

  async exists(organisationId: string, workspaceId: string): Promise<boolean> {
    const row = await this.database
      .selectFrom('workspaces')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', workspaceId)
      .executeTakeFirst()
    return row !== undefined
  }
}
