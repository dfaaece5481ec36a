/** The Workload issuers page: whose JWTs callers can send instead of an API key. */

import { query, setQuery } from '../../app/location.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { IssuerForm } from './issuer-form.tsx'
import { IssuerList } from './issuer-list.tsx'
import { Revocations } from './revocations.tsx'
import { Subjects } from './subjects.tsx'
import { loadIssuers, PATH } from './workload-issuer.ts'

export function Page() {
  useViewCode({ path: PATH })
  const issuers = useResource('workload issuers', loadIssuers)
  const find = (name: string) => issuers.data?.find((one) => one.id === query.value.get(name)) ?? null
  const edited = find('edit')
  const shown = find('revocations')
  const used = find('subjects')
  const close = () => setQuery({ new: null, edit: null, revocations: null, subjects: null }, { replace: true })
  return (
    <div class="page">
      <PageHead
        title="Workload issuers"
        about="Accept JWTs from Kubernetes, GitHub Actions and other issuers instead of API keys."
        actions={
          <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
            New workload issuer
          </Button>
        }
      />
      <IssuerList issuers={issuers} />
      {(query.value.has('new') || edited) && (
        <IssuerForm key={edited?.id ?? 'new'} before={edited} onClose={close} onSaved={issuers.reload} />
      )}
      {used && <Subjects issuer={used} onClose={close} />}
      {shown && <Revocations issuer={shown} onClose={close} />}
    </div>
  )
}
