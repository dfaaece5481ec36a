/** The Virtual keys page: the list, or one key by URL. */

import { navigate, query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { can } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { Button } from '../../design/controls/button.tsx'
import { LimitTabs } from '../policies/limit-tabs.tsx'
import { KeyDetail } from './key-detail.tsx'
import { NewKeyDialog } from './key-form.tsx'
import { KeyList, useKeyList } from './key-list.tsx'
import { keyPath } from './virtual-key.ts'

export function Page({ rest }: PageProps) {
  const [slug] = rest
  return slug === undefined ? <ListPage /> : <KeyDetail key={slug} slug={slug} />
}

function ListPage() {
  const keys = useKeyList()
  const isNew = query.value.has('new') && can('virtual_keys.create')
  return (
    <div class="page">
      <PageHead
        title="Virtual keys"
        about="Provider credentials with budgets and rate limits. Apps use the slug and never see the credential."
        actions={
          can('virtual_keys.create') && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              New virtual key
            </Button>
          )
        }
      />
      <LimitTabs current="/virtual-keys" />
      <KeyList keys={keys} />
      {isNew && (
        <NewKeyDialog
          onClose={() => setQuery({ new: null }, { replace: true })}
          onSaved={(slug) => navigate(keyPath(slug))}
        />
      )}
    </div>
  )
}
