/** Creates the demo workspace, so that every page has content before the first real request. */

import { api } from '../../api/client.ts'
import { navigate } from '../../app/location.ts'
import { caller, loadSession } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { Card } from '../../design/data/card.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'

export function DemoStep() {
  const creating = useAction(async () => {
    const { slug } = await api.post<{ slug: string }>('/admin/demo', {})
    await loadSession()
    navigate(`/overview?w=${slug}`)
  })
  const demo = caller.value?.workspaces.find((one) => one.is_demo)
  if (caller.value?.user?.role !== 'owner' || demo) return null
  return (
    <Card title="Demo workspace">
      <div class="stack-tight">
        <p>
          Seven days of synthetic traffic in a workspace of its own. No provider is called; remove it with one click.
        </p>
        <div>
          <Button isBusy={creating.isRunning} onClick={creating.run}>
            Create demo workspace
          </Button>
        </div>
        {creating.error && <ErrorNotice error={creating.error} what="create the demo workspace" />}
      </div>
    </Card>
  )
}
