/** What a node does whether or not anybody administers it: exports go on, and a first owner is waited for. */

import { join } from 'node:path'
import { DiskFiles } from '../control/exports/disk-files.ts'
import { ExportRunner } from '../control/exports/export-runner.ts'
import { StoredFiles } from '../control/exports/stored-files.ts'
import { ClaimToken } from '../control/sessions/claim-token.ts'
import type { Stores } from '../core/stores/stores.ts'
import { logDefect } from '../observe/log.ts'
import type { Records } from '../records/records.ts'
import type { GatehouseSettings } from '../settings.ts'
import { checkpoint } from '../stores/sql/control-database.ts'
import type { OpenStores } from './open-stores.ts'

export type BackgroundParts = {
  readonly settings: GatehouseSettings
  readonly stores: OpenStores
  readonly records: Records
}

export type Background = {
  readonly exports: ExportRunner
  readonly claim: ClaimToken
  /** To be shown once; null when the organisation has an owner. */
  readonly claimToken: string | null
}

export async function startBackground({ settings, stores, records }: BackgroundParts): Promise<Background> {
  // The first keys are in the file itself soon after they were shown.
  if (settings.databaseUrl === null) await checkpoint(stores.database)
  const { stores: store } = stores.control
  const exports = new ExportRunner({
    jobs: store.logExports,
    reader: records.reader,
    files: settings.databaseUrl
      ? new StoredFiles(store, { retentionDays: settings.retentionDays })
      : new DiskFiles(join(settings.dataDirectory, 'exports'), store),
    onDefect: logDefect,
  })
  await exports.start()
  const claim = new ClaimToken()
  return { exports, claim, claimToken: (await isOwned(store)) ? null : claim.issue(Date.now()) }
}

async function isOwned({ organisations, users }: Stores): Promise<boolean> {
  const { id } = await organisations.readOfDeployment()
  return (await users.countOwners(id)) > 0
}
