/** The head of every page: its one h1, a sentence, its actions, and the view as code. */

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Delayed } from '../../design/states/loaded.tsx'
import { viewCall } from '../view-code.ts'
import { CodePopover } from './code-popover.tsx'

type PageHeadProps = {
  readonly title: string
  readonly about?: ComponentChildren
  readonly actions?: ComponentChildren
}

export function PageHead({ title, about, actions }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Gatehouse`
  }, [title])
  return (
    <div class="page-head">
      <h1>{title}</h1>
      {about && <div class="page-about">{about}</div>}
      {actions && <div class="page-actions">{actions}</div>}
      {viewCall.value && (
        <div class="page-code">
          <CodePopover call={viewCall.value} />
        </div>
      )}
    </div>
  )
}

/** While a page's script is on its way. */
export function PageComing() {
  return (
    <Delayed>
      <p class="muted" role="status">
        Loading …
      </p>
    </Delayed>
  )
}
