/** The user's active sessions, each with a button to end it. */

import { api } from '../../api/client.ts'
import { browserWords } from '../../app/sessions/browser-words.ts'
import { SessionRows } from '../../app/sessions/session-rows.tsx'
import type { UserSession } from '../../app/sessions/sessions.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Card } from '../../design/data/card.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'

export function SessionsCard() {
  const sessions = useResource('own sessions', (signal) =>
    api.get<{ readonly data: readonly UserSession[] }>('/sessions', { signal }),
  )
  const ending = useAction(async (session: UserSession) => {
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
          <SessionRows
            label="Your sessions"
            rows={data}
            isBusy={ending.isRunning}
            onEnd={(one) => void ending.run(one)}
          />
        )}
      </Loaded>
      {error && <ErrorNotice error={error} what="end the session" />}
    </Card>
  )
}
