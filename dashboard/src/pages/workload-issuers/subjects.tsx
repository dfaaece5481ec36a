/** The subjects of a workload issuer whose tokens were used most recently. */

import { api } from '../../api/client.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { PATH, type Subject, type WorkloadIssuer } from './workload-issuer.ts'

export function Subjects({ issuer, onClose }: { readonly issuer: WorkloadIssuer; readonly onClose: () => void }) {
  const subjects = useResource(`subjects ${issuer.id}`, (signal) =>
    api.get<{ data: readonly Subject[] }>(`${PATH}/${issuer.id}/subjects`, { query: { page_size: 100 }, signal }),
  )
  return (
    <Dialog title={`Subjects of “${issuer.name}”`} onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      <Loaded resource={subjects} what="load the subjects">
        {({ data }) =>
          data.length === 0 ? (
            <p class="muted">No token of this issuer was used.</p>
          ) : (
            <Table
              label="Subjects"
              rows={data}
              keyOf={({ subject }) => subject}
              isCompact
              columns={[
                { name: 'subject', label: 'Subject', cell: (row) => <span class="anywhere">{row.subject}</span> },
                { name: 'used', label: 'Last used', cell: (row) => <Time at={row.last_used_at} /> },
                { name: 'from', label: 'From', cell: (row) => <span class="anywhere">{row.last_used_ip}</span> },
              ]}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}
