/** The Settings page: organisation settings and prices. */

import type { PageProps } from '../../app/page-props.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { LinkTabs } from '../../design/controls/tabs.tsx'
import { OrganisationSettings } from './organisation-settings.tsx'
import { Prices } from './prices/prices.tsx'

const VIEWS = [
  { name: '', href: '/settings', label: 'Organisation' },
  { name: 'prices', href: '/settings/prices', label: 'Prices' },
] as const

export function Page({ rest: [view = ''] }: PageProps) {
  return (
    <div class="page">
      <PageHead
        title="Settings"
        about={
          <>
            Defaults for workspaces without their own values. Your personal settings are under{' '}
            <a href="/account">Your account</a>.
          </>
        }
      />
      <LinkTabs label="Settings" links={VIEWS.map(({ name, ...link }) => ({ ...link, isCurrent: name === view }))} />
      {view === 'prices' ? <Prices /> : <OrganisationSettings />}
    </div>
  )
}
