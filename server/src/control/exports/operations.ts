/** Log export operations: create, list, read, update, start, cancel, download, delete. */

import type { Analytics } from '../../core/logs/analytics.ts'
import type { Vault } from '../../core/stores/stores.ts'
import type { Operation } from '../endpoint.ts'
import { downloadOperations } from './download-export.ts'
import type { ExportRunner } from './export-runner.ts'
import { saveOperations } from './save-export.ts'
import { startCancelOperations } from './start-cancel.ts'

export function exportOperations(analytics: Analytics, runner: ExportRunner, vault: Vault): readonly Operation[] {
  return [...saveOperations(analytics, runner), ...startCancelOperations(runner), ...downloadOperations(runner, vault)]
}
