/** Sends a request to the mock provider as the signed-in user, so that the first log is one click away. */

import { rawCall } from '../../api/client.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { bodyOf, headersOf } from './snippets.ts'

const MOCK = { kind: 'mock' } as const

export function TestRequest() {
  // Step 3 shows the response when it arrives as a log.
  const sending = useAction(async () => {
    const headers = { ...Object.fromEntries(headersOf(MOCK)), 'x-gateway-workspace-id': workspaceId.value ?? '' }
    const response = await rawCall('POST', '/chat/completions', bodyOf(MOCK), { headers })
    await response.text()
    document.getElementById('arrival')?.scrollIntoView({ block: 'nearest' })
  })
  if (!can('completions.write')) return null
  return (
    <>
      <Button kind="primary" icon="playground" isBusy={sending.isRunning} onClick={sending.run}>
        Send a test request
      </Button>
      {sending.error && <ErrorNotice error={sending.error} what="send the request" />}
    </>
  )
}
