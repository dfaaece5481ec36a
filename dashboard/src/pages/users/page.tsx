/** The Users & invites page: accounts and invitations. */

import { navigate, query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { can } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { Button } from '../../design/controls/button.tsx'
import { LinkTabs } from '../../design/controls/tabs.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Invites } from './invites.tsx'
import { People } from './people-list.tsx'

const VIEWS = [
  { name: '', href: '/users', label: 'People' },
  { name: 'invites', href: '/users/invites', label: 'Invitations' },
] as const

export function Page({ rest: [view = ''] }: PageProps) {
  const isInviting = query.value.get('new') === '1'
  return (
    <div class="page">
      <PageHead
        title="Users & invites"
        about="People with an account in the organisation. Invitations are links that you send yourself."
        actions={
          can('organisation_users.create') && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              Invite people
            </Button>
          )
        }
      />
      <LinkTabs label="Views" links={VIEWS.map(({ name, ...link }) => ({ ...link, isCurrent: name === view }))} />
      {view === 'invites' ? <Invites /> : <People />}
      {isInviting && (
        <InviteDialog
          onClose={(isDone) => (isDone ? navigate('/users/invites') : setQuery({ new: null }, { replace: true }))}
        />
      )}
    </div>
  )
}
