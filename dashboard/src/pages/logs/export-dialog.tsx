/** Exports the matching requests: starts the job, shows its progress and downloads the file. */

import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { bytes, count, counted } from '../../design/data/format.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'

type Job = {
  readonly id: string
  readonly status: 'draft' | 'in_progress' | 'success' | 'failed' | 'stopped'
  readonly total: number
  readonly written: number
  readonly file_bytes: number
  readonly error: string | null
}

type ExportDialogProps = {
  readonly filters: Readonly<Record<string, string>>
  readonly onClose: () => void
}

const FACTS = [
  'id',
  'trace_id',
  'created_at',
  'request_method',
  'request_url',
  'endpoint',
  'response_status_code',
  'error_code',
  'ending',
  'ai_org',
  'ai_model',
  'virtual_key',
  'config',
  'prompt_slug',
  'api_key_id',
  'response_time',
  'time_to_first_byte',
  'attempt_count',
  'retry_count',
  'cache_status',
  'req_units',
  'res_units',
  'total_units',
  'cost',
  'metadata',
  'weighted_feedback',
] as const
const POLL_MS = 500

export function ExportDialog({ filters, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState('jsonl')
  const [hasBodies, setBodies] = useState(false)
  const [job, setJob] = useState<Job | null>(null)
  const [watchError, setWatchError] = useState<ApiError | null>(null)
  const start = useAction(async () => {
    const { workspace_id: _, ...given } = filters
    const body = {
      workspace_id: workspaceId.value,
      filters: given,
      format,
      requested_data: [...FACTS, ...(hasBodies ? ['request', 'response', 'attempts'] : [])],
    }
    const made = await api.post<{ id: string }>('/logs/exports', body)
    const query = { workspace_id: workspaceId.value }
    await api.post(`/logs/exports/${made.id}/start`, undefined, { query })
    setJob(await api.get<Job>(`/logs/exports/${made.id}`, { query }))
  })
  useEffect(() => {
    if (job?.status !== 'in_progress') return
    const timer = setTimeout(() => {
      api
        .get<Job>(`/logs/exports/${job.id}`, { query: { workspace_id: workspaceId.value } })
        .then(setJob, (thrown) => setWatchError(asApiError(thrown)))
    }, POLL_MS)
    return () => clearTimeout(timer)
  }, [job])
  // The download starts automatically, once.
  const doneId = job?.status === 'success' ? job.id : null
  useLayoutEffect(() => {
    if (doneId === null) return
    const link = document.querySelector<HTMLAnchorElement>('[data-download]')
    link?.click()
    // The button that had the focus was removed.
    link?.focus()
  }, [doneId])
  const error = start.error ?? watchError
  return (
    <Dialog
      title="Export these requests"
      onClose={onClose}
      foot={<Foot job={job} isStarting={start.isRunning} onStart={start.run} onClose={onClose} />}
    >
      {error && <ErrorNotice error={error} what="export" />}
      {job === null ? (
        <>
          <p>
            All requests that match the filter and the range, oldest first. The job runs in the gateway; all exports are
            at <a href="/exports">Log exports</a>.
          </p>
          <Segments
            label="Format"
            value={format}
            onValue={setFormat}
            choices={[
              { value: 'jsonl', label: 'JSON lines' },
              { value: 'csv', label: 'CSV' },
            ]}
          />
          <CheckField
            label="Include request and response bodies"
            hint="They may contain personal data and make the file much larger."
            isChecked={hasBodies}
            onChecked={setBodies}
          />
        </>
      ) : (
        <Progress job={job} />
      )}
    </Dialog>
  )
}

function Progress({ job }: { readonly job: Job }) {
  if (job.status === 'failed') {
    return (
      <Notice tone="error" title="The export stopped" isAlert>
        <p class="anywhere">{job.error ?? 'The gateway gave no reason.'}</p>
      </Notice>
    )
  }
  const isDone = job.status === 'success'
  return (
    <div class="stack-tight" role="status">
      <progress
        aria-label="Export"
        class="logs-progress"
        max={Math.max(1, job.total)}
        value={isDone ? Math.max(1, job.total) : job.written}
      />
      <p>
        {isDone ? 'Finished: ' : ''}
        {isDone ? counted(job.written, 'request') : `${count(job.written)} of about ${counted(job.total, 'request')}`},{' '}
        {bytes(job.file_bytes)}
      </p>
    </div>
  )
}

type FootProps = {
  readonly job: Job | null
  readonly isStarting: boolean
  readonly onStart: () => void
  readonly onClose: () => void
}

function Foot({ job, isStarting, onStart, onClose }: FootProps) {
  const close = <Button onClick={onClose}>Close</Button>
  if (job === null) {
    return (
      <>
        {close}
        <Button kind="primary" isBusy={isStarting} onClick={onStart}>
          Start export
        </Button>
      </>
    )
  }
  if (job.status !== 'success') return close
  const workspace = workspaceId.value
  const from = `/v1/logs/exports/${job.id}/content${workspace ? `?workspace_id=${encodeURIComponent(workspace)}` : ''}`
  return (
    <>
      {close}
      <a class="button button-primary" href={from} download data-download>
        Download
      </a>
    </>
  )
}
