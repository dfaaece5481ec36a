/** Lists of sessions and device logins, for the account page and for administrators. */

import { Button } from '../../design/controls/button.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Time } from '../../design/data/time.tsx'
import { browserWords } from './browser-words.ts'
import { type DeviceLogin, methodWords, type UserSession } from './sessions.ts'

type ListProps<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly isBusy: boolean
  readonly onEnd: ((row: Row) => void) | null
}

export function SessionRows({ label, rows, isBusy, onEnd }: ListProps<UserSession>) {
  return (
    <ul class="account-sessions" aria-label={label}>
      {rows.length === 0 && <li class="muted account-session">None</li>}
      {rows.map((session) => (
        <SessionRow key={session.id} session={session} isBusy={isBusy} onEnd={onEnd} />
      ))}
    </ul>
  )
}

type RowProps = {
  readonly session: UserSession
  readonly isBusy: boolean
  readonly onEnd: ((session: UserSession) => void) | null
}

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const words = browserWords(session.user_agent)
  return (
    <li class="account-session">
      <div class="stack-tight">
        <span class="row-wrap">
          <strong class="anywhere" title={session.user_agent ?? undefined}>
            {words}
          </strong>
          {session.is_current && <Badge tone="ok">this browser</Badge>}
        </span>
        <span class="caption anywhere">
          {methodWords(session)} · {session.ip} · active <Time at={session.last_active} /> · signed in{' '}
          <Time at={session.created_at} />
        </span>
      </div>
      {!session.is_current && onEnd && (
        <Button size="small" isBusy={isBusy} onClick={() => onEnd(session)}>
          Sign out
          <span class="sr-only">
            {' '}
            on {words} from {session.ip}
          </span>
        </Button>
      )}
    </li>
  )
}

type DeviceProps = ListProps<DeviceLogin> & { readonly workspaceName: (id: string) => string }

export function DeviceRows({ label, rows, isBusy, onEnd, workspaceName }: DeviceProps) {
  return (
    <ul class="account-sessions" aria-label={label}>
      {rows.length === 0 && <li class="muted account-session">None. gatehouse login adds one.</li>}
      {rows.map((login) => (
        <li key={login.id} class="account-session">
          <div class="stack-tight">
            <strong class="anywhere">{login.name}</strong>
            <span class="caption anywhere">
              {login.workspace_id === null ? 'Whole organisation' : workspaceName(login.workspace_id)} · {login.ip} ·{' '}
              {login.last_used_at === null ? (
                'not used yet'
              ) : (
                <>
                  used <Time at={login.last_used_at} />
                </>
              )}{' '}
              · expires <Time at={login.expires_at} />
            </span>
          </div>
          {onEnd && (
            <Button size="small" isBusy={isBusy} onClick={() => onEnd(login)}>
              Revoke<span class="sr-only"> {login.name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
