/** A request on its own page, for sharing and printing. */

import { workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useViewCode } from '../../app/view-code.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { LogDetailView } from './log-detail.tsx'

type LogPageProps = { readonly id: string; readonly keyNames: ReadonlyMap<string, string> }

export function LogPage({ id, keyNames }: LogPageProps) {
  useViewCode({ path: `/logs/${encodeURIComponent(id)}`, query: { workspace_id: workspaceId.value } })
  return (
    <div class="page">
      <PageHead
        title="Request"
        about={<span class="mono anywhere">{id}</span>}
        actions={<LinkButton href="/logs">All requests</LinkButton>}
      />
      <LogDetailView id={id} line={null} keyNames={keyNames} isFull />
    </div>
  )
}
