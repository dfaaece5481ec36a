/** Admin keys: organisation keys for administration across all workspaces. */

import type { PageProps } from '../../app/page-props.ts'
import { KeysPage } from '../api-keys/keys-page.tsx'

export function Page({ rest }: PageProps) {
  return (
    <KeysPage
      realm="organisation"
      title="Admin keys"
      about="Keys for scripts and services that administer the organisation. People sign in instead."
      chosen={rest[0] ?? null}
    />
  )
}
