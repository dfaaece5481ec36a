/** The API keys page of a workspace. */

import type { PageProps } from '../../app/page-props.ts'
import { KeysPage } from './keys-page.tsx'

export function Page({ rest }: PageProps) {
  return (
    <KeysPage
      realm="workspace"
      title="API keys"
      about="Credentials of the apps in this workspace. Grant each key only the permissions it needs."
      chosen={rest[0] ?? null}
    />
  )
}
