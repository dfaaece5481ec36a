/** The page Playground: not drawn yet. */

import { PageHead } from '../../app/shell/page-head.tsx'

export function Page() {
  return (
    <div class="page">
      <PageHead title="Playground" />
    </div>
  )
}
