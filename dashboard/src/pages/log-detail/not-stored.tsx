/** Explains missing bodies: empty, expired, not available, or not stored by policy. */

import { isOrganisationAdmin } from '../../app/session.ts'
import { bytes } from '../../design/data/format.ts'
import { Notice } from '../../design/states/notices.tsx'
import type { LogDetail } from './detail-wire.ts'

export function NotStored({ log }: { readonly log: LogDetail }) {
  if (log.request_bytes === 0 && log.response_bytes === 0) return <p class="muted">Neither side sent a body.</p>
  if (log.bodies_expired) {
    return (
      <Notice tone="neutral" title="Bodies expired">
        <p>
          The bodies (request {bytes(log.request_bytes)}, response {bytes(log.response_bytes)}) were deleted when their
          retention ended. The other fields and the timeline are kept.
        </p>
        {isOrganisationAdmin.value && <a href="/settings">Change how long bodies are kept</a>}
      </Notice>
    )
  }
  if (log.bodies_unavailable) {
    return (
      <Notice tone="warning" title="Bodies not available">
        <p>
          {log.bodies_unavailable === 'missing'
            ? 'The object with the bodies is missing in the body storage.'
            : 'The body storage does not respond. Reload the page later.'}
        </p>
      </Notice>
    )
  }
  return (
    <Notice tone="neutral" title="Not stored by policy">
      <p>
        The bodies (request {bytes(log.request_bytes)}, response {bytes(log.response_bytes)}) are not stored: body
        logging is off for this workspace or request. The other fields and the timeline are kept.
      </p>
      {isOrganisationAdmin.value && <a href="/settings">Change what is stored</a>}
    </Notice>
  )
}
