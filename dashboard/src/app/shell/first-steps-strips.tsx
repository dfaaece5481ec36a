/** Banners of the first steps: remove the demo workspace, give the local owner an account, add a second factor. */

import { asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { Button, LinkButton } from '../../design/controls/button.tsx'
import { Time } from '../../design/data/time.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { navigate, WORKSPACE_PARAMETER } from '../location.ts'
import { caller, loadSession, workspace } from '../session.ts'
import { useAction } from '../use-action.ts'

export function FirstStepsStrips() {
  return (
    <>
      {caller.value?.is_local_owner && <LocalOwnerStrip />}
      {workspace.value?.is_demo && <DemoStrip />}
      {caller.value?.second_factor?.enrol_by && <EnrolStrip by={caller.value.second_factor.enrol_by} />}
    </>
  )
}

function LocalOwnerStrip() {
  return (
    <div class="strip strip-info" role="status">
      <span>
        You are the local owner, without a password. Until you set one, only <code>gatehouse open</code> signs you in.
      </span>
      <LinkButton size="small" href="/account">
        Set e-mail address and password
      </LinkButton>
    </div>
  )
}

function EnrolStrip({ by }: { readonly by: string }) {
  return (
    <div class="strip strip-info" role="status">
      <span>
        Your organisation requires a second factor. Add one by <Time at={by} />.
      </span>
      <LinkButton size="small" href="/account">
        Add second factor
      </LinkButton>
    </div>
  )
}

function DemoStrip() {
  const removing = useAction(async () => {
    try {
      await api.delete('/admin/demo')
      const demo = workspace.peek()?.id
      const other = caller.peek()?.workspaces.findLast(({ id }) => id !== demo)
      navigate(`/overview${other ? `?${WORKSPACE_PARAMETER}=${encodeURIComponent(other.slug)}` : ''}`)
      await loadSession()
      toast({ words: 'The demo workspace was removed.' })
    } catch (thrown) {
      toast({ words: asApiError(thrown).message, tone: 'error' })
    }
  })
  return (
    <div class="strip strip-info" role="status">
      <span>Demo workspace: synthetic traffic of the last 7 days. No provider was called.</span>
      {caller.value?.user?.role === 'owner' && (
        <Button size="small" isBusy={removing.isRunning} onClick={removing.run}>
          Remove demo
        </Button>
      )}
    </div>
  )
}
