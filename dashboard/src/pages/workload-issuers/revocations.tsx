/** Revoked tokens and subjects of a workload issuer. */

import { useState } from 'preact/hooks'
import { asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { SelectField, TextField } from '../../design/controls/field.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { fieldErrors } from '../../design/forms/field-errors.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { PATH, type Revocation, type WorkloadIssuer } from './workload-issuer.ts'

export function Revocations({ issuer, onClose }: { readonly issuer: WorkloadIssuer; readonly onClose: () => void }) {
  const path = `${PATH}/${issuer.id}/revocations`
  const list = useResource(`revocations ${issuer.id}`, (signal) =>
    api.get<{ data: readonly Revocation[] }>(path, { query: { page_size: 1000 }, signal }),
  )
  const [kind, setKind] = useState<'subject' | 'jti'>('subject')
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  const revoking = useAction(async () => {
    await api.post(path, { [kind]: value.trim(), ...(reason.trim() !== '' && { reason: reason.trim() }) })
    toast({ words: 'Revoked.' })
    setValue('')
    setReason('')
    list.reload()
  })
  const errors = fieldErrors(revoking.error)
  const undo = async ({ id }: Revocation) => {
    try {
      await api.delete(`${path}/${id}`)
      list.reload()
    } catch (error) {
      toast({ words: asApiError(error).message, tone: 'error' })
    }
  }
  return (
    <Dialog
      title={`Revocations of “${issuer.name}”`}
      onClose={onClose}
      onSubmit={() => revoking.run()}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" kind="danger" isBusy={revoking.isRunning}>
            Revoke
          </Button>
        </>
      }
    >
      <div class="policy-pair">
        <SelectField
          label="Revoke"
          value={kind}
          onValue={(next) => setKind(next as 'subject' | 'jti')}
          choices={[
            { value: 'subject', label: 'All tokens of a subject' },
            { value: 'jti', label: 'One token, by its jti' },
          ]}
        />
        <TextField
          label={kind === 'subject' ? 'Subject' : 'jti'}
          isCode
          maxLength={512}
          value={value}
          onValue={setValue}
          error={errors(kind)}
        />
      </div>
      <TextField
        label="Reason"
        isOptional
        maxLength={512}
        value={reason}
        onValue={setReason}
        error={errors('reason')}
      />
      {revoking.error && <ErrorNotice error={revoking.error} what="revoke" />}
      <Loaded resource={list} what="load the revocations">
        {({ data }) =>
          data.length === 0 ? (
            <p class="muted">Nothing is revoked.</p>
          ) : (
            <Table
              label="Revocations"
              rows={data}
              keyOf={({ id }) => id}
              isCompact
              columns={[
                { name: 'kind', label: 'Claim', cell: ({ jti }) => (jti === null ? 'Subject' : 'jti') },
                {
                  name: 'value',
                  label: 'Value',
                  cell: ({ jti, subject }) => <span class="anywhere">{jti ?? subject}</span>,
                },
                { name: 'reason', label: 'Reason', cell: (row) => <span class="anywhere">{row.reason ?? '—'}</span> },
                { name: 'since', label: 'Since', cell: (row) => <Time at={row.created_at} /> },
                {
                  name: 'actions',
                  label: 'Actions',
                  hideLabel: true,
                  cell: (row) => (
                    <Button size="small" onClick={() => void undo(row)}>
                      Undo<span class="sr-only"> the revocation of {row.jti ?? row.subject}</span>
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}
