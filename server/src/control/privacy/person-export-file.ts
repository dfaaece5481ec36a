/** The file of an export of a person: how long it is kept, and how it is removed. */

import type { LogExport } from '../../core/logs/log-exports.ts'
import type { ExportRunner } from '../exports/export-runner.ts'

/** The job and its file are deleted after this time, because the file is a second copy of personal data. */
export const PERSON_EXPORT_MS = 7 * 86_400_000

/** Call after the job was deleted. */
export async function removeFile(exports: ExportRunner, job: LogExport): Promise<void> {
  await exports.halt(job.id)
  await exports.files.remove(job)
}
