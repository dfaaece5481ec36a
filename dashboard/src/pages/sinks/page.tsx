/** The Sinks page: destinations outside the gateway that receive logs. */

import { useEffect } from 'preact/hooks'
import { query, setQuery } from '../../app/location.ts'
import { can, isOrganisationAdmin, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { Nodes } from './nodes.tsx'
import { loadSinks } from './sink.ts'
import { SinkForm } from './sink-form.tsx'
import { SinkList } from './sink-list.tsx'

/** Nodes report every few seconds. */
const POLL_MS = 10_000

export function Page() {
  const id = workspaceId.value
  useViewCode({ path: '/sinks', query: { workspace_id: isOrganisationAdmin.value ? undefined : id } })
  const sinks = useResource(`sinks ${id}`, loadSinks)
  const { reload, updatedAtMs } = sinks
  useEffect(() => {
    if (!updatedAtMs) return
    const timer = setTimeout(reload, POLL_MS)
    return () => clearTimeout(timer)
  }, [updatedAtMs, reload])
  const find = (name: string) => sinks.data?.find((one) => one.id === query.value.get(name)) ?? null
  const edited = find('edit')
  const shown = find('nodes')
  const isNew = query.value.has('new') && can('sinks.create')
  const close = () => setQuery({ new: null, edit: null, nodes: null }, { replace: true })
  return (
    <div class="page">
      <PageHead
        title="Sinks"
        about="Send a copy of every log to S3, a webhook, OpenTelemetry or Kafka."
        actions={
          can('sinks.create') && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              New sink
            </Button>
          )
        }
      />
      <SinkList sinks={sinks} />
      {(isNew || (edited && can('sinks.update'))) && (
        <SinkForm key={edited?.id ?? 'new'} before={edited} onClose={close} onSaved={sinks.reload} />
      )}
      {shown && <Nodes sink={shown} onClose={close} />}
    </div>
  )
}
