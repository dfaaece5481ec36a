/** The user's device logins, each with a button to revoke it. */

import { api } from '../../api/client.ts'
import { caller } from '../../app/session.ts'
import { DeviceRows } from '../../app/sessions/session-rows.tsx'
import type { DeviceLogin } from '../../app/sessions/sessions.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Card } from '../../design/data/card.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'

export function DevicesCard() {
  const logins = useResource('own device logins', (signal) =>
    api.get<{ readonly data: readonly DeviceLogin[] }>('/device-logins', { signal }),
  )
  const revoking = useAction(async (login: DeviceLogin) => {
    await api.delete(`/device-logins/${encodeURIComponent(login.id)}`)
    toast({ words: `${login.name} was logged out.` })
    logins.reload()
  })
  const workspaceName = (id: string) => caller.value?.workspaces.find((one) => one.id === id)?.name ?? id
  return (
    <Card title="Devices">
      <Loaded resource={logins} what="load your devices">
        {({ data }) => (
          <DeviceRows
            label="Your devices"
            rows={data}
            isBusy={revoking.isRunning}
            onEnd={(one) => void revoking.run(one)}
            workspaceName={workspaceName}
          />
        )}
      </Loaded>
      {revoking.error && <ErrorNotice error={revoking.error} what="revoke the device" />}
    </Card>
  )
}
