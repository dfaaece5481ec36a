/** The header of every page: h1, description, actions and the `</>` button. */

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

/** Placeholder while the page's script loads. */
export function PageComing() {
  return (
    <Delayed>
      <p class="muted" role="status">
        Loading…
      </p>
    </Delayed>
  )
}
