/** The keys page: list, detail panel and create dialog. */

import { navigate, query, setQuery } from '../../app/location.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { loadKeys, type Realm, scopeQuery } from './api-key.ts'
import { CreateDialog, creatableType } from './create-dialog.tsx'
import { KeyDrawer } from './key-drawer.tsx'
import { KeyList } from './key-list.tsx'

type KeysPageProps = {
  readonly realm: Realm
  readonly title: string
  readonly about: string
  readonly chosen: string | null
}

export function KeysPage({ realm, title, about, chosen }: KeysPageProps) {
  const scope = scopeQuery(realm)
  const path = realm === 'organisation' ? '/admin-keys' : '/api-keys'
  useViewCode({
    path: chosen ? `/api-keys/${chosen}` : '/api-keys',
    query: scope,
    ...(!chosen && { cli: 'gatehouse keys list' }),
  })
  const keys = useResource(JSON.stringify([realm, scope]), (signal) => loadKeys(realm, signal))
  const mayCreate = creatableType(realm) !== null
  const close = () => setQuery({ new: null }, { replace: true })
  return (
    <div class="page">
      <PageHead
        title={title}
        about={about}
        actions={
          mayCreate && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              New key
            </Button>
          )
        }
      />
      <KeyList realm={realm} keys={keys} chosen={chosen} />
      {chosen && (
        <KeyDrawer key={chosen} id={chosen} realm={realm} onClose={() => navigate(path)} onChanged={keys.reload} />
      )}
      {mayCreate && query.value.has('new') && <CreateDialog realm={realm} onClose={close} onCreated={keys.reload} />}
    </div>
  )
}
