/** Notices about the draft: restored, based on an older version, or validated by the gateway only. */

import type { ApiError } from '../../../api/api-error.ts'
import { can } from '../../../app/session.ts'
import { Button } from '../../../design/controls/button.tsx'
import { Time } from '../../../design/data/time.tsx'
import { Notice } from '../../../design/states/notices.tsx'
import type { ConfigDetail } from '../config-types.ts'
import type { DraftState } from './use-draft.ts'

type DraftNoticesProps = {
  readonly saved: ConfigDetail | null
  readonly draft: DraftState
  readonly schemaError: ApiError | null
  readonly onCompare: () => void
}

export function DraftNotices({ saved, draft, schemaError, onCompare }: DraftNoticesProps) {
  const { restored, isBehind, isDirty } = draft
  return (
    <>
      {saved && isBehind && isDirty && (
        <Notice tone="warning" title={`Version ${saved.version} was saved while you were writing`} isAlert>
          <div class="row-wrap">
            <span class="anywhere">
              {saved.updated_by_name ?? 'Somebody'} saved it; your text was begun from an older version.
            </span>
            <Button size="small" onClick={onCompare}>
              Compare
            </Button>
          </div>
        </Notice>
      )}
      {restored && isDirty && (
        <Notice tone="info" title="Your unsaved draft is back">
          <div class="row-wrap">
            <span>
              Kept in this browser <Time at={restored.atMs} />.{' '}
              {restored.isStripped && 'Credentials were not kept: type them again.'}
            </span>
            <Button size="small" onClick={draft.discard}>
              Discard it
            </Button>
          </div>
        </Notice>
      )}
      {schemaError && (
        <Notice tone="warning" title="No completion: the schema could not be loaded">
          <p>The gateway still checks what you write. {schemaError.message}</p>
        </Notice>
      )}
      {saved?.status === 'archived' && (
        <Notice tone="warning" title="This config is archived">
          <p>Requests that name it are refused. {can('configs.update') && 'Its menu brings it back.'}</p>
        </Notice>
      )}
    </>
  )
}
