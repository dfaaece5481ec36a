/** Operations that start and cancel export jobs. */

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
  /** Error message by current status. */
  readonly refused: Readonly<Partial<Record<ExportStatus, string>>>
}

const START: Step = {
  verb: 'start',
  summary: 'Start or resume a log export',
  from: ['draft', 'stopped', 'failed'],
  to: 'in_progress',
  done: 'The export has started.',
  refused: { in_progress: 'The export is already running.', success: 'The export is finished.' },
}

const CANCEL: Step = {
  verb: 'cancel',
  summary: 'Cancel a log export',
  from: ['in_progress', 'draft'],
  to: 'stopped',
  done: 'The export has stopped.',
  refused: {
    success: 'The export is finished.',
    failed: 'The export has failed.',
    stopped: 'The export is already stopped.',
  },
}

export function startCancelOperations(runner: ExportRunner): readonly Operation[] {
  return [START, CANCEL].map((step) => transitionOperation(step, runner))
}

function transitionOperation(step: Step, runner: ExportRunner): Operation {
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
      const result = await change(async (stores) => {
        const before = await requireExport(stores, reach, id)
        if (!step.from.includes(before.status))
          throw new GatewayError('conflict', {
            message: step.refused[before.status] ?? `The export has the status ${before.status}.`,
            hint: 'GET /v1/logs/exports/{id} returns its status.',
          })
        const after: LogExport = { ...before, status: step.to, error: null, updatedAtMs: nowMs }
        await stores.logExports.update(after)
        const [was, is] = [exportToWire(before), exportToWire(after)]
        note({ id, name: before.description, workspaceId: before.workspaceId, before: was, after: is })
        return { object: 'export' as const, message: step.done }
      })
      if (step.to === 'in_progress') await runner.wake()
      else await runner.halt(id)
      return result
    },
  })
}
