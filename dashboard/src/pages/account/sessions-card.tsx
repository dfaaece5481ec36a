/** The user's active sessions, with sign-out for each. */

import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { browserWords } from './browser-words.ts'

type OwnSession = {
  readonly id: string
  readonly is_current: boolean
  readonly ip: string
  readonly user_agent: string | null
  readonly created_at: string
  readonly last_active: string
  readonly expires_at: string
}

export function SessionsCard() {
  const sessions = useResource('own sessions', (signal) =>
    api.get<{ readonly data: readonly OwnSession[] }>('/sessions', { signal }),
  )
  const ending = useAction(async (session: OwnSession) => {
    await api.delete(`/sessions/${encodeURIComponent(session.id)}`)
    toast({ words: `Signed out on ${browserWords(session.user_agent)}.` })
    sessions.reload()
  })
  const endingOthers = useAction(async () => {
    const { ended } = await api.delete<{ readonly ended: number }>('/sessions')
    toast({ words: ended === 1 ? 'One other session has ended.' : `${ended} other sessions have ended.` })
    sessions.reload()
  })
  const error = ending.error ?? endingOthers.error
  const hasOthers = (sessions.data?.data ?? []).some((session) => !session.is_current)
  return (
    <Card
      title="Sessions"
      actions={
        hasOthers && (
          <Button size="small" isBusy={endingOthers.isRunning} onClick={() => endingOthers.run()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Loaded resource={sessions} what="load your sessions">
        {({ data }) => (
          <ul class="account-sessions" aria-label="Your sessions">
            {data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isBusy={ending.isRunning}
                onEnd={() => void ending.run(session)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {error && <ErrorNotice error={error} what="end the session" />}
    </Card>
  )
}

type RowProps = { readonly session: OwnSession; readonly isBusy: boolean; readonly onEnd: () => void }

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
          {session.ip} · active <Time at={session.last_active} /> · signed in <Time at={session.created_at} />
        </span>
      </div>
      {!session.is_current && (
        <Button size="small" isBusy={isBusy} onClick={onEnd}>
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
