/** First steps of a workspace, computed from its state. Each person can dismiss the list. */

import { useState } from 'preact/hooks'
import { caller, can, workspaceId } from '../../app/session.ts'
import { Button } from '../../design/controls/button.tsx'
import { Icon } from '../../design/controls/icon.tsx'
import { Card } from '../../design/data/card.tsx'
import { announce } from '../../design/states/announcer.tsx'
import { type State, stepsOf } from './steps.ts'

export function Checklist({ state }: { readonly state: State }) {
  const storageKey = `gatehouse.checklist.${caller.value?.user?.id ?? ''}.${workspaceId.value}`
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(storageKey) !== null)
  if (isDismissed) return null
  const steps = stepsOf(state, can)
  const done = steps.filter((step) => step.isDone).length
  if (done === steps.length) return null
  const dismiss = () => {
    localStorage.setItem(storageKey, 'dismissed')
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
      {can('organisation_users.create') && (
        <p class="caption">
          To share this workspace, <a href="/users?new=1">invite a person</a>.
        </p>
      )}
    </Card>
  )
}
