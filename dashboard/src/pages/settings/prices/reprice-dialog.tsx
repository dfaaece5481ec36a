/** Recalculates unknown costs with current prices: a dry-run count first, then the job with its progress. */

import { useEffect, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { useAction } from '../../../app/use-action.ts'
import { Button } from '../../../design/controls/button.tsx'
import { count, counted, money } from '../../../design/data/format.ts'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { ErrorNotice, Notice } from '../../../design/states/notices.tsx'

export type RepriceRequest = { readonly provider: string | null; readonly model: string | null }

type Job = {
  readonly id: string
  readonly status: 'running' | 'done' | 'failed'
  readonly dry_run: boolean
  readonly requests_examined: number
  readonly requests_priced: number
  readonly requests_without_price: number
  /** US dollars. */
  readonly cost: number
  readonly problem: string | null
}

const POLL_MS = 500

export function RepriceDialog({
  request,
  onClose,
}: {
  readonly request: RepriceRequest
  readonly onClose: () => void
}) {
  const [job, setJob] = useState<Job | null>(null)
  const [lost, setLost] = useState<ApiError | null>(null)
  const starting = useAction(async (dryRun: boolean) => {
    setLost(null)
    setJob(await api.post<Job>('/prices/reprice', { ...request, dry_run: dryRun }))
  })
  // Counting changes nothing, so it starts automatically.
  useEffect(() => {
    starting.run(true)
  }, [])
  useEffect(() => {
    if (job?.status !== 'running') return
    const timer = setTimeout(() => {
      api.get<Job>(`/prices/reprice/${job.id}`).then(setJob, (thrown) => setLost(asApiError(thrown)))
    }, POLL_MS)
    return () => clearTimeout(timer)
  }, [job])
  const isCounted = job?.status === 'done' && job.dry_run
  const error = starting.error ?? lost
  return (
    <Dialog
      title={request.model === null ? 'Fill missing costs' : `Fill costs of ${request.model}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{job?.status === 'done' && !job.dry_run ? 'Done' : 'Cancel'}</Button>
          {(job === null || job.dry_run) && (
            <Button
              kind="primary"
              disabled={!isCounted || job.requests_priced === 0}
              isBusy={starting.isRunning}
              onClick={() => starting.run(false)}
            >
              {isCounted ? `Fill ${count(job.requests_priced)} costs` : 'Fill'}
            </Button>
          )}
        </>
      }
    >
      {error && <ErrorNotice error={error} what="fill the costs" />}
      <p>
        Requests with unknown cost get the price at their time, or today’s price if there was none. Known costs and
        budgets do not change.
      </p>
      {job && <Progress job={job} />}
    </Dialog>
  )
}

function Progress({ job }: { readonly job: Job }) {
  if (job.status === 'failed') {
    return (
      <Notice tone="error" title="It stopped" isAlert>
        <p class="anywhere">{job.problem ?? 'The gateway gave no reason.'}</p>
      </Notice>
    )
  }
  const verb = job.dry_run ? 'can be filled' : 'were filled'
  return (
    <div role="status" class="stack-tight">
      {job.status === 'running' && <progress aria-label="Searching the logs" />}
      <p>
        <strong>{count(job.requests_priced)}</strong> of {counted(job.requests_examined, 'request')} {verb}:{' '}
        {money(job.cost)} in all.
      </p>
      {job.requests_without_price > 0 && (
        <p class="muted">
          {count(job.requests_without_price)} stay unknown: no price, or the provider reported no usage.
        </p>
      )}
    </div>
  )
}
