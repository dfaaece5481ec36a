/** The API keys page of a workspace. */

import type { PageProps } from '../../app/page-props.ts'
import { KeysPage } from './keys-page.tsx'

export function Page({ rest }: PageProps) {
  return (
    <KeysPage
      realm="workspace"
      title="API keys"
      about="What apps send with every request to this workspace. Give each the least power that works."
      chosen={rest[0] ?? null}
    />
  )
}
