/** Start, go on with, and stop an export. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { ExportStatus, LogExport } from '../../core/logs/log-exports.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import type { ExportRunner } from './export-runner.ts'
import { exportToWire } from './export-wire.ts'
import { EXPORT, ofWorkspace, requireExport } from './save-export.ts'

const reply = z.object({ object: z.literal('export'), message: z.string() })

type Step = {
  readonly verb: 'start' | 'cancel'
  readonly summary: string
  readonly from: readonly ExportStatus[]
  readonly to: ExportStatus
  readonly done: string
  /** In which state, said to whoever comes too late. */
  readonly refused: Readonly<Partial<Record<ExportStatus, string>>>
}

const START: Step = {
  verb: 'start',
  summary: 'Start an export, or go on with one that stopped',
  from: ['draft', 'stopped', 'failed'],
  to: 'in_progress',
  done: 'The export has started.',
  refused: { in_progress: 'The export is running already.', success: 'The export is finished.' },
}

const CANCEL: Step = {
  verb: 'cancel',
  summary: 'Stop an export; starting it again goes on where it stopped',
  from: ['in_progress'],
  to: 'stopped',
  done: 'The export has stopped.',
  refused: {
    draft: 'The export has not been started.',
    success: 'The export is finished.',
    failed: 'The export has stopped with an error.',
    stopped: 'The export has stopped already.',
  },
}

export function steerOperations(runner: ExportRunner): readonly Operation[] {
  return [START, CANCEL].map((step) => steerOperation(step, runner))
}

function steerOperation(step: Step, runner: ExportRunner): Operation {
  return endpoint({
    name: `log_exports.${step.verb}`,
    method: 'POST',
    path: `/logs/exports/{id}/${step.verb}`,
    summary: step.summary,
    permission: EXPORT,
    audit: `log_export.${step.verb}`,
    query: ofWorkspace,
    reply,
    async handle({ reach, params: { id = '' }, nowMs, change, note }) {
      const answer = await change(async (stores) => {
        const before = await requireExport(stores, reach, id)
        if (!step.from.includes(before.status))
          throw new GatewayError('conflict', {
            message: step.refused[before.status] ?? 'The export is in another state.',
            hint: 'GET /v1/logs/exports/{id} shows how it stands.',
          })
        const after: LogExport = { ...before, status: step.to, error: null, updatedAtMs: nowMs }
        await stores.logExports.update(after)
        const [was, is] = [exportToWire(before), exportToWire(after)]
        note({ id, name: before.description, workspaceId: before.workspaceId, before: was, after: is })
        return { object: 'export' as const, message: step.done }
      })
      if (step.to === 'in_progress') await runner.wake()
      else await runner.halt(id)
      return answer
    },
  })
}
