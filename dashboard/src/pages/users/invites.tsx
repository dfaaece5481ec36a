/** Invitations: address, roles and whether the link is still valid. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { SelectField } from '../../design/controls/field.tsx'
import { Badge, type Tone } from '../../design/data/badge.tsx'
import { Pager } from '../../design/data/pager.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState, ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { LinkDialog, type MadeLink } from './link-dialog.tsx'
import { type Invite, type List, mayChange, type WorkspaceName } from './people.ts'
import { RoleBadge } from './people-list.tsx'

const PAGE_SIZE = 50
const TONES: Readonly<Record<Invite['status'], Tone>> = {
  pending: 'info',
  accepted: 'ok',
  cancelled: 'neutral',
  expired: 'warning',
}
const WORDS: Readonly<Record<Invite['status'], string>> = {
  pending: 'pending',
  accepted: 'accepted',
  cancelled: 'withdrawn',
  expired: 'expired',
}

export function Invites() {
  const now = query.value
  const status = now.get('status') ?? ''
  const page = Number(now.get('page') ?? 0) || 0
  const filter = { status, currentPage: page, pageSize: PAGE_SIZE }
  // Reload the list when the invite dialog closes.
  const loaded = useResource(JSON.stringify({ ...filter, isInviting: now.has('new') }), async (signal) => {
    const [invites, workspaces] = await Promise.all([
      api.get<List<Invite>>('/admin/users/invites', { query: filter, signal }),
      api.get<List<WorkspaceName>>('/admin/workspaces', { query: { page_size: 1_000 }, signal }),
    ])
    return { invites, workspaces: workspaces.data }
  })
  useViewCode({ path: '/admin/users/invites', query: filter })
  const [made, setMade] = useState<MadeLink | null>(null)
  const [withdrawn, setWithdrawn] = useState<Invite | null>(null)
  const renewing = useAction(async (invite: Invite) => {
    const answer = await api.post<{ invite_link: string; expires_at: string }>(
      `/admin/users/invites/${invite.id}/resend`,
    )
    const about = 'The previous link no longer works. Send this one over a channel you trust.'
    setMade({
      title: `New link for ${invite.email}`,
      about,
      link: answer.invite_link,
      expiresAt: answer.expires_at,
    })
    loaded.reload()
  })
  return (
    <>
      <div class="users-filters">
        <SelectField
          label="State"
          hideLabel
          value={status}
          onValue={(next) => setQuery({ status: next, page: null })}
          choices={[
            { value: '', label: 'Any state' },
            ...Object.entries(WORDS).map(([value, label]) => ({ value, label })),
          ]}
        />
      </div>
      {renewing.error && <ErrorNotice error={renewing.error} what="create a new link" />}
      <Loaded resource={loaded} what="load the invitations">
        {({ invites, workspaces }) =>
          invites.total === 0 ? (
            <NoInvites status={status} />
          ) : (
            <>
              <InviteTable
                invites={invites.data}
                workspaces={workspaces}
                onRenew={renewing.run}
                onWithdraw={setWithdrawn}
              />
              <Pager
                total={invites.total}
                page={page}
                pageSize={PAGE_SIZE}
                what="invitations"
                onPage={(next) => setQuery({ page: next || null })}
              />
            </>
          )
        }
      </Loaded>
      {made && <LinkDialog made={made} onClose={() => setMade(null)} />}
      {withdrawn && (
        <ConfirmDialog
          title={`Withdraw invitation to ${withdrawn.email}`}
          verb="Withdraw"
          onClose={() => setWithdrawn(null)}
          onConfirm={async () => {
            await api.delete(`/admin/users/invites/${withdrawn.id}`)
            toast({ words: `The invitation to ${withdrawn.email} was withdrawn.` })
            loaded.reload()
          }}
        >
          <p>The link stops working at once. They can be invited again later.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function NoInvites({ status }: { readonly status: string }) {
  if (status !== '') {
    const label = `state: ${WORDS[status as Invite['status']] ?? status}`
    return <EmptyByFilter what="invitations" filters={[{ label, onRemove: () => setQuery({ status: null }) }]} />
  }
  return (
    <EmptyState
      title="No invitations yet"
      action={
        can('organisation_users.create') && (
          <Button kind="primary" onClick={() => setQuery({ new: 1 })}>
            Invite people
          </Button>
        )
      }
    >
      You get a link for each address and send it yourself. It works once and expires after 72 hours.
    </EmptyState>
  )
}

type InviteTableProps = {
  readonly invites: readonly Invite[]
  readonly workspaces: readonly WorkspaceName[]
  readonly onRenew: (invite: Invite) => void
  readonly onWithdraw: (invite: Invite) => void
}

function InviteTable({ invites, workspaces, onRenew, onWithdraw }: InviteTableProps) {
  const nameOf = (id: string) => workspaces.find((one) => one.id === id)?.name ?? 'a deleted workspace'
  return (
    <Table
      label="Invitations"
      rows={invites}
      keyOf={(invite) => invite.id}
      columns={[
        { name: 'email', label: 'E-mail address', cell: (invite) => <span class="anywhere">{invite.email}</span> },
        { name: 'role', label: 'Role', cell: (invite) => <RoleBadge role={invite.role} /> },
        {
          name: 'workspaces',
          label: 'Workspaces',
          cell: ({ workspaces: given }) =>
            given.map(({ id, role }) => `${nameOf(id)} (${role})`).join(', ') || <span class="muted">none</span>,
        },
        {
          name: 'status',
          label: 'State',
          cell: ({ status }) => <Badge tone={TONES[status]}>{WORDS[status]}</Badge>,
        },
        { name: 'invited', label: 'Invited', cell: (invite) => <Time at={invite.created_at} /> },
        {
          name: 'until',
          label: 'Link expires',
          cell: ({ status, expires_at }) =>
            status === 'pending' || status === 'expired' ? <Time at={expires_at} /> : <span class="muted">used</span>,
        },
        {
          name: 'actions',
          label: 'Actions',
          hideLabel: true,
          cell: (invite) => <InviteActions invite={invite} onRenew={onRenew} onWithdraw={onWithdraw} />,
        },
      ]}
    />
  )
}

type InviteActionsProps = Pick<InviteTableProps, 'onRenew' | 'onWithdraw'> & { readonly invite: Invite }

function InviteActions({ invite, onRenew, onWithdraw }: InviteActionsProps) {
  const isOpen = invite.status === 'pending' || invite.status === 'expired'
  if (!isOpen || !mayChange(invite)) return null
  return (
    <div class="users-actions">
      {can('organisation_users.create') && (
        <Button size="small" onClick={() => onRenew(invite)}>
          New link
        </Button>
      )}
      {can('organisation_users.delete') && (
        <Button size="small" kind="quiet" onClick={() => onWithdraw(invite)}>
          Withdraw
        </Button>
      )}
    </div>
  )
}
