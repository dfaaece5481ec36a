/** Notices of the config editor: a newer version, a restored draft, a missing schema, an archived config. */

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
        <Notice tone="warning" title={`Version ${saved.version} was saved while you were editing`} isAlert>
          <div class="row-wrap">
            <span class="anywhere">
              {saved.updated_by_name ?? 'Someone'} saved it. Your text is based on an older version.
            </span>
            <Button size="small" onClick={onCompare}>
              Compare
            </Button>
          </div>
        </Notice>
      )}
      {restored && isDirty && (
        <Notice tone="info" title="Your unsaved draft was restored">
          <div class="row-wrap">
            <span>
              Kept in this browser <Time at={restored.atMs} />.{' '}
              {restored.isStripped && 'Credentials were not stored. Enter them again.'}
            </span>
            <Button size="small" onClick={draft.discard}>
              Discard it
            </Button>
          </div>
        </Notice>
      )}
      {schemaError && (
        <Notice tone="warning" title="Autocomplete unavailable: schema not loaded">
          <p>The gateway still checks what you write. {schemaError.message}</p>
        </Notice>
      )}
      {saved?.status === 'archived' && (
        <Notice tone="warning" title="This config is archived">
          <p>Requests that use it are refused. {can('configs.update') && 'Restore it from its menu.'}</p>
        </Notice>
      )}
    </>
  )
}
