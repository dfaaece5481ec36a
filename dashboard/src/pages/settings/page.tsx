/** The Settings page: organisation settings, prices and single sign-on. */

import type { PageProps } from '../../app/page-props.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { LinkTabs } from '../../design/controls/tabs.tsx'
import { OrganisationSettings } from './organisation-settings.tsx'
import { Prices } from './prices/prices.tsx'
import { SingleSignOn } from './sso/single-sign-on.tsx'

const VIEWS = [
  { name: '', href: '/settings', label: 'Organisation' },
  { name: 'prices', href: '/settings/prices', label: 'Prices' },
  { name: 'sso', href: '/settings/sso', label: 'Single sign-on' },
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
      {view === 'prices' ? <Prices /> : view === 'sso' ? <SingleSignOn /> : <OrganisationSettings />}
    </div>
  )
}
