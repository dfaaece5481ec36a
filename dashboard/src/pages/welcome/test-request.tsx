/** Sends a request to the mock provider as the signed-in user, so that the first log is one click away. */

import { rawCall } from '../../api/client.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { bodyOf } from '../snippets/snippets.ts'

export function TestRequest() {
  // Step 3 shows the response when it arrives as a log.
  const sending = useAction(async () => {
    const headers = { 'x-gateway-provider': 'mock', 'x-gateway-workspace-id': workspaceId.value ?? '' }
    const response = await rawCall('POST', '/chat/completions', bodyOf('mock-1'), { headers })
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
