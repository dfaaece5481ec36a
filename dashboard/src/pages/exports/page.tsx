/** The Log exports page: request data that the gateway writes to files in the background. */

import { useEffect } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { workspace, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { NoWorkspace } from '../../app/shell/top-bar.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import type { List } from '../users/people.ts'
import type { ExportJob } from './export-job.ts'
import { ExportTable } from './export-table.tsx'
import { NewExport } from './new-export.tsx'

const POLL_MS = 1_000

export function Page() {
  const requested = { workspace_id: workspaceId.value, page_size: 100 }
  const jobs = useResource(
    workspace.value ? JSON.stringify(requested) : null,
    (signal) => api.get<List<ExportJob>>('/logs/exports', { query: requested, signal }),
    { forgetOnChange: true },
  )
  useViewCode({ path: '/logs/exports', query: requested })
  const isRunning = jobs.data?.data.some((job) => job.status === 'in_progress') ?? false
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(jobs.reload, POLL_MS)
    return () => clearTimeout(timer)
  }, [isRunning, jobs.updatedAtMs, jobs.reload])
  if (!workspace.value) return <NoWorkspace />
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
      New export
    </Button>
  )
  return (
    <div class="page">
      <PageHead
        title="Log exports"
        about={
          <>
            Request logs as files, without a row limit. To export the rows of a filter, use Export on{' '}
            <a href="/logs">Logs</a>.
          </>
        }
        actions={add}
      />
      <Loaded resource={jobs} what="load the exports">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              title="No exports yet"
              action={add}
              command={<CodeBlock title="Or stream it" code={`gatehouse logs export --since 7d > logs.jsonl`} />}
            >
              An export runs in the gateway, survives a restart, and stays here until it is deleted.
            </EmptyState>
          ) : (
            <ExportTable jobs={data} onChanged={jobs.reload} />
          )
        }
      </Loaded>
      {query.value.get('new') === '1' && (
        <NewExport onClose={() => setQuery({ new: null }, { replace: true })} onMade={jobs.reload} />
      )}
    </div>
  )
}
