/** First steps of a workspace, computed from its state. Each person can dismiss the list. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { caller, can, isOrganisationAdmin, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Icon } from '../../design/controls/icon.tsx'
import { Card } from '../../design/data/card.tsx'
import { announce } from '../../design/states/announcer.tsx'
import { type State, stepsOf } from './steps.ts'

type Listed = {
  readonly total: number
  readonly data: readonly { readonly usage_limits: unknown; readonly creation_mode?: string; readonly id?: string }[]
}

const NONE: Listed = { total: 0, data: [] }

/** `hasRequest`: whether the workspace has ever logged a request. */
export function Checklist({ hasRequest }: { readonly hasRequest: boolean }) {
  const id = workspaceId.value
  const place = `gatehouse.checklist.${caller.value?.user?.id ?? ''}.${id}`
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(place) !== null)
  // If a list cannot be loaded, the checklist is not shown: it is not worth an error on the Overview.
  const state = useResource(isDismissed ? null : place, (signal) => loadState(id, signal))
  if (isDismissed || state.data === null) return null
  const steps = stepsOf({ ...state.data, hasRequest }, can)
  const done = steps.filter((step) => step.isDone).length
  if (done === steps.length) return null
  const dismiss = () => {
    localStorage.setItem(place, 'dismissed')
    announce('The checklist is hidden.')
    setDismissed(true)
  }
  return (
    <Card
      title={`First steps: ${done} of ${steps.length} done`}
      actions={
        <Button kind="quiet" size="small" icon="close" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      <ol class="onboarding-steps">
        {steps.map((step) => (
          <li key={step.name} class={step.isDone ? 'muted' : undefined}>
            <span class={`onboarding-mark${step.isDone ? ' tone-ok' : ''}`} aria-hidden="true">
              {step.isDone && <Icon name="check" />}
            </span>
            <span class="sr-only">{step.isDone ? 'Done: ' : 'Open: '}</span>
            {step.isDone ? step.label : <a href={step.href}>{step.label}</a>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

async function loadState(id: string | undefined, signal: AbortSignal): Promise<Omit<State, 'hasRequest'>> {
  const list = (path: string, isAllowed: boolean, query: Readonly<Record<string, string | number | undefined>> = {}) =>
    isAllowed ? api.get<Listed>(path, { query, signal }) : NONE
  const [virtualKeys, keys, people, invites] = await Promise.all([
    list('/virtual-keys', can('virtual_keys.list'), { workspace_id: id, page_size: 100 }),
    list('/api-keys', can('workspace_service_api_keys.list'), { workspace_id: id, page_size: 100 }),
    list(`/admin/workspaces/${encodeURIComponent(id ?? '')}/users`, can('workspace_users.list')),
    list('/admin/users/invites', isOrganisationAdmin.value),
  ])
  return {
    virtualKeys: virtualKeys.total,
    // The first start creates a key.
    ownKeys: keys.data.filter((key) => key.creation_mode !== 'auto').length,
    budgets: [...virtualKeys.data, ...keys.data].filter((one) => one.usage_limits != null).length,
    people: people.data.filter((one) => one.id !== caller.value?.user?.id).length + invites.data.length,
  }
}
