/** The page Admin keys: not drawn yet. */

import { PageHead } from '../../app/shell/page-head.tsx'

export function Page() {
  return (
    <div class="page">
      <PageHead title="Admin keys" />
    </div>
  )
}
