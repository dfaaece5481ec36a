/** Exports with their progress and actions. */

import { useState } from 'preact/hooks'
import { useAction } from '../../app/use-action.ts'
import { Button, LinkButton } from '../../design/controls/button.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { bytes, count, counted } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { deleteJob, type ExportJob, fileAddress, filterWords, jobCall, STATES } from './export-job.ts'

type ExportTableProps = { readonly jobs: readonly ExportJob[]; readonly onChanged: () => void }

export function ExportTable({ jobs, onChanged }: ExportTableProps) {
  const [removed, setRemoved] = useState<ExportJob | null>(null)
  const acting = useAction(async (job: ExportJob, verb: 'start' | 'cancel') => {
    await jobCall(job.id, verb)
    onChanged()
  })
  return (
    <>
      {acting.error && <ErrorNotice error={acting.error} what="do that with the export" />}
      <Table
        label="Log exports"
        rows={jobs}
        keyOf={(job) => job.id}
        columns={[
          {
            name: 'what',
            label: 'Export',
            cell: (job) => (
              <div class="exports-what">
                <div class="anywhere">{nameOf(job)}</div>
                <div class="caption anywhere">
                  {filterWords(job.filters)} · {columnCount(job)}
                </div>
              </div>
            ),
          },
          { name: 'format', label: 'Format', cell: (job) => (job.format === 'csv' ? 'CSV' : 'JSON lines') },
          { name: 'state', label: 'Status', cell: (job) => <State job={job} /> },
          { name: 'rows', label: 'Requests', isNumber: true, cell: (job) => count(job.written) },
          { name: 'size', label: 'Size', isNumber: true, cell: (job) => bytes(job.file_bytes) },
          { name: 'made', label: 'Created', cell: (job) => <Time at={job.created_at} /> },
          {
            name: 'actions',
            label: 'Actions',
            hideLabel: true,
            cell: (job) => (
              <div class="exports-actions">
                <NextStep job={job} onStart={() => acting.run(job, 'start')} onStop={() => acting.run(job, 'cancel')} />
                {job.status !== 'in_progress' && (
                  <Button size="small" kind="quiet" icon="trash" iconOnly onClick={() => setRemoved(job)}>
                    {`Delete ${nameOf(job)}`}
                  </Button>
                )}
              </div>
            ),
          },
        ]}
      />
      {removed && (
        <ConfirmDialog
          title="Delete export"
          verb="Delete"
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await deleteJob(removed.id)
            toast({ words: `${nameOf(removed)} was deleted.` })
            onChanged()
          }}
        >
          <p>
            Deletes the file ({bytes(removed.file_bytes)}); links to it stop working. The requests stay in the logs.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function columnCount({ requested_data: { length } }: ExportJob): string {
  return length === 1 ? '1 column' : `${length} columns`
}

function nameOf(job: ExportJob): string {
  return job.description ?? `Export ${job.id.slice(-6)}`
}

function State({ job }: { readonly job: ExportJob }) {
  const { word, tone } = STATES[job.status]
  return (
    <div class="stack-tight">
      <div>
        <Badge tone={tone}>{word}</Badge>
      </div>
      {job.status === 'in_progress' && (
        <progress
          class="exports-progress"
          aria-label={`${count(job.written)} of about ${counted(job.total, 'request')} written`}
          max={Math.max(1, job.total)}
          value={job.written}
        />
      )}
      {job.error && <span class="caption tone-error anywhere">{job.error}</span>}
    </div>
  )
}

type NextStepProps = { readonly job: ExportJob; readonly onStart: () => void; readonly onStop: () => void }

function NextStep({ job, onStart, onStop }: NextStepProps) {
  switch (job.status) {
    case 'success':
      return (
        <LinkButton size="small" icon="exports" href={fileAddress(job.id)} download="">
          Download
        </LinkButton>
      )
    case 'in_progress':
      return (
        <Button size="small" onClick={onStop}>
          Stop
        </Button>
      )
    default:
      return (
        <Button size="small" onClick={onStart}>
          {job.status === 'draft' ? 'Start' : 'Resume'}
        </Button>
      )
  }
}
