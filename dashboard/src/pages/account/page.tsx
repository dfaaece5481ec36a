/** The account page: profile, roles, password, second factors, sessions, devices and browser preferences. */

import { asApiError } from '../../api/api-error.ts'
import { FactorsCard } from '../../app/second-factor/factors-card.tsx'
import { type Caller, caller, loadSession, signOut } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { Card } from '../../design/data/card.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { DevicesCard } from './devices-card.tsx'
import { LocalOwnerCard } from './local-owner-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function Page() {
  const known = caller.value
  useViewCode({ path: '/sessions/current' })
  const leave = () => {
    signOut().catch((error: unknown) => toast({ words: asApiError(error).message, tone: 'error' }))
  }
  return (
    <div class="page load-order">
      <PageHead title="Your account" actions={<Button onClick={leave}>Sign out</Button>} />
      <div class="account-columns load-order">
        <div class="stack load-order">
          {known?.is_local_owner && <LocalOwnerCard />}
          {known?.user && <You known={known} user={known.user} />}
          <SessionsCard />
          <DevicesCard />
        </div>
        <div class="stack load-order">
          <FactorsCard onChanged={() => void loadSession()} />
          <PreferencesCard />
          {known?.is_local_owner ? null : <PasswordCard />}
        </div>
      </div>
    </div>
  )
}

const EVERYWHERE: Readonly<Record<string, string>> = {
  owner: 'Owner: full access',
  admin: 'Admin: full access except owners',
  member: 'Member: roles in workspaces',
}

function You({ known, user }: { readonly known: Caller; readonly user: NonNullable<Caller['user']> }) {
  return (
    <Card title="Profile">
      <Facts
        facts={[
          { name: 'Name', value: `${user.first_name} ${user.last_name}`.trim() },
          { name: 'E-mail address', value: user.email },
          { name: 'Organisation role', value: EVERYWHERE[user.role] ?? user.role },
          { name: 'Workspaces', value: <WorkspaceRoles known={known} /> },
          {
            name: 'User ID',
            value: (
              <span class="row-wrap">
                <code class="anywhere">{user.id}</code>
                <CopyButton text={user.id} what="your id" iconOnly />
                <span class="caption">A manager needs it to add you to a workspace.</span>
              </span>
            ),
          },
        ]}
      />
      <p class="caption account-note">An owner or admin can change your name and role.</p>
    </Card>
  )
}

function WorkspaceRoles({ known }: { readonly known: Caller }) {
  if (known.workspaces.length === 0) return <>none</>
  return (
    <ul class="account-workspaces">
      {known.workspaces.map((one) => (
        <li key={one.id}>
          <a href={`/overview?w=${encodeURIComponent(one.slug)}`}>{one.name}</a>
          {one.role && <span class="muted"> ({one.role})</span>}
        </li>
      ))}
    </ul>
  )
}
