/** The sessions and devices of a user, for administrators. */

import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { DeviceRows, SessionRows } from '../../app/sessions/session-rows.tsx'
import type { DeviceLogin, UserSession } from '../../app/sessions/sessions.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type List, mayChange, nameOf, type Person, type WorkspaceName } from './people.ts'

type SessionsDialogProps = {
  readonly person: Person
  readonly workspaces: readonly WorkspaceName[]
  readonly onClose: () => void
}

export function SessionsDialog({ person, workspaces, onClose }: SessionsDialogProps) {
  const path = `/admin/users/${person.id}`
  const loaded = useResource(path, async (signal) => {
    const [sessions, logins] = await Promise.all([
      api.get<List<UserSession>>(`${path}/sessions`, { signal }),
      api.get<List<DeviceLogin>>(`${path}/device-logins`, { signal }),
    ])
    return { sessions: sessions.data, logins: logins.data }
  })
  const ending = useAction(async (what: string, words: string) => {
    await api.delete(`${path}/${what}`)
    toast({ words })
    loaded.reload()
  })
  const mayEnd = can('organisation_users.update') && mayChange(person)
  const end = (what: string, words: string) => void ending.run(what, words)
  return (
    <Dialog
      title={`Sessions and devices of ${nameOf(person)}`}
      onClose={onClose}
      isWide
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded resource={loaded} what="load the sessions">
        {({ sessions, logins }) => (
          <div class="stack">
            <div class="row-wrap">
              <h3>Sessions</h3>
              {mayEnd && sessions.length > 0 && (
                <Button
                  size="small"
                  isBusy={ending.isRunning}
                  onClick={() => end('sessions', 'All sessions have ended.')}
                >
                  End all sessions
                </Button>
              )}
            </div>
            <SessionRows
              label="Sessions"
              rows={sessions}
              isBusy={ending.isRunning}
              onEnd={mayEnd ? ({ id }) => end(`sessions/${encodeURIComponent(id)}`, 'The session has ended.') : null}
            />
            <h3>Devices</h3>
            <DeviceRows
              label="Devices"
              rows={logins}
              isBusy={ending.isRunning}
              onEnd={
                mayEnd
                  ? ({ id, name }) => end(`device-logins/${encodeURIComponent(id)}`, `${name} was logged out.`)
                  : null
              }
              workspaceName={(id) => workspaces.find((one) => one.id === id)?.name ?? id}
            />
          </div>
        )}
      </Loaded>
      {ending.error && <ErrorNotice error={ending.error} what="end the session" />}
    </Dialog>
  )
}
