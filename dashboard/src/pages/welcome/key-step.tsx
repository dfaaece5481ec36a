/** Step 1: a workspace key, created here and shown once. The gateway printed the first key in the terminal. */

import { api } from '../../api/client.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { Card } from '../../design/data/card.tsx'
import { SecretPanel } from '../../design/overlays/secret-panel.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'

type KeyStepProps = { readonly secret: string | null; readonly onSecret: (secret: string) => void }

const MAKE = 'workspace_service_api_keys.create'

export function KeyStep({ secret, onSecret }: KeyStepProps) {
  const making = useAction(async () => {
    const name = `First steps ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`
    // Least privilege: it can send requests but has no admin scopes.
    const body = { name, scopes: [], workspace_id: workspaceId.value }
    onSecret((await api.post<{ key: string }>('/api-keys/workspace/service', body)).key)
  })
  return (
    <Card title="1 · A key for your app">
      <div class="stack-tight">
        {secret === null ? (
          <>
            <p>
              At its first start, the gateway printed a workspace key in the terminal. Use that key, or create one here
              that can only send requests.
            </p>
            {can(MAKE) ? (
              <div>
                <Button icon="plus" isBusy={making.isRunning} onClick={making.run}>
                  Create workspace key
                </Button>
              </div>
            ) : (
              <p class="muted">A manager of this workspace can create one for you.</p>
            )}
            {making.error && <ErrorNotice error={making.error} what="create the key" />}
          </>
        ) : (
          <SecretPanel secret={secret} variable="GATEWAY_API_KEY" />
        )}
      </div>
    </Card>
  )
}
