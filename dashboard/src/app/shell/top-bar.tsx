/** The top bar: organisation, workspace switcher, search, help, theme, account. */

import { asApiError } from '../../api/api-error.ts'
import { Button } from '../../design/controls/button.tsx'
import { Icon } from '../../design/controls/icon.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { keyWords } from '../keyboard.ts'
import { caller, chooseWorkspace, signOut, workspace } from '../session.ts'
import { chooseTheme, theme } from '../theme.ts'
import { Mark } from './mark.tsx'

const THEMES = [
  { value: 'system', label: 'Same as system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

type TopBarProps = { readonly onSearch: () => void; readonly onHelp: () => void }

export function TopBar({ onSearch, onHelp }: TopBarProps) {
  const known = caller.value
  return (
    <div class="topbar-row">
      <Mark />
      <span class="topbar-name" title={known?.organisation.name}>
        {known?.organisation.name}
      </span>
      <WorkspaceSwitcher />
      <span class="grow" />
      <button
        type="button"
        class="button button-plain topbar-search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
      >
        <Icon name="search" />
        <span class="topbar-search-words">Search</span>
        <span class="sr-only"> pages, resources and commands</span>
        <kbd>{keyWords('mod+k').join(' ')}</kbd>
      </button>
      <span class="wide-only">
        <Button kind="quiet" icon="help" iconOnly onClick={onHelp}>
          Keyboard shortcuts
        </Button>
      </span>
      <Menu
        label="Theme"
        icon={document.documentElement.dataset['theme'] === 'dark' ? 'moon' : 'sun'}
        items={THEMES.map(({ value, label }) => ({
          label,
          isChecked: theme.value === value,
          onChoose: () => chooseTheme(value),
        }))}
      />
      <AccountMenu />
    </div>
  )
}

function WorkspaceSwitcher() {
  const all = caller.value?.workspaces ?? []
  const chosen = workspace.value
  if (!chosen) return null
  return (
    <Menu
      label={`Workspace: ${chosen.name}`}
      side="start"
      title="Workspace"
      button={
        <>
          <span class="truncate">{chosen.name}</span>
          <Icon name="down" />
        </>
      }
      items={all.map((one) => ({
        label: one.name,
        isChecked: one.id === chosen.id,
        onChoose: () => chooseWorkspace(one.slug),
      }))}
    />
  )
}

function AccountMenu() {
  const user = caller.value?.user
  const leave = () => {
    signOut().catch((error: unknown) => toast({ words: asApiError(error).message, tone: 'error' }))
  }
  return (
    <Menu
      label="Account"
      icon="users"
      title={user ? `${user.email} · ${user.role}` : undefined}
      items={[
        { label: 'Connect app', href: '/welcome' },
        { label: 'Your account', href: '/account' },
        { label: 'Sign out', onChoose: leave },
      ]}
    />
  )
}

/** Shown to a user who belongs to no workspace yet. */
export function NoWorkspace() {
  return <p>You belong to no workspace yet. Ask an owner or admin of the organisation to add you to one.</p>
}
