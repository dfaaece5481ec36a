/** The editor's header: config, version, use and actions. */

import { can } from '../../../app/session.ts'
import { PageHead } from '../../../app/shell/page-head.tsx'
import { Button, LinkButton } from '../../../design/controls/button.tsx'
import { CopyButton } from '../../../design/controls/copy-button.tsx'
import { Menu, type MenuItem } from '../../../design/controls/menu.tsx'
import { Badge } from '../../../design/data/badge.tsx'
import { UsesWords } from '../config-list.tsx'
import type { ConfigDetail } from '../config-types.ts'
import { useUses } from '../uses.ts'
import { changeConfig } from './change-config.ts'
import { maySave } from './may-save.ts'
import type { DraftState } from './use-draft.ts'
import type { WorkbenchDialog } from './workbench-dialogs.tsx'

type HeadProps = {
  readonly saved: ConfigDetail | null
  readonly draft: DraftState
  readonly canSave: boolean
  readonly hasErrors: boolean
  readonly onSave: () => void
  readonly onDialog: (dialog: WorkbenchDialog) => void
  readonly reload: () => void
}

export function WorkbenchHead({ saved, draft, canSave, hasErrors, onSave, onDialog, reload }: HeadProps) {
  const why = hasErrors ? 'Fix the errors first' : draft.isDirty ? undefined : 'No changes'
  const mayWrite = maySave(saved)
  return (
    <PageHead
      title={saved?.name ?? 'New config'}
      about={saved === null ? <NewAbout /> : <SavedAbout saved={saved} isDirty={draft.isDirty} />}
      actions={
        <>
          {saved && (
            <LinkButton href={`/configs/${saved.slug}/versions`} icon="audit-log">
              Versions
            </LinkButton>
          )}
          {saved && <ConfigMenu saved={saved} onDialog={onDialog} reload={reload} />}
          {mayWrite && (
            <Button kind="primary" disabled={!canSave} title={canSave ? undefined : why} onClick={onSave}>
              {saved === null ? 'Save…' : `Save as v${saved.version + 1}…`}
            </Button>
          )}
        </>
      }
    />
  )
}

function NewAbout() {
  return (
    <>
      Not saved yet. <a href="/configs">All configs</a>
    </>
  )
}

function SavedAbout({ saved, isDirty }: { readonly saved: ConfigDetail; readonly isDirty: boolean }) {
  const usesOf = useUses()
  return (
    <span class="row-wrap">
      <a href="/configs">Configs</a>
      <span class="row">
        <code class="anywhere">{saved.slug}</code>
        <CopyButton text={saved.slug} what="slug" iconOnly />
      </span>
      <Badge tone={saved.status === 'active' ? 'ok' : 'neutral'}>
        {saved.status === 'active' ? `v${saved.version} live` : 'archived'}
      </Badge>
      {saved.is_default === 1 && <Badge tone="accent">default</Badge>}
      {isDirty && <Badge tone="warning">unsaved changes</Badge>}
      <a href={`/logs?q=${encodeURIComponent(`config:${saved.slug}`)}`} class="configs-uses">
        <UsesWords uses={usesOf(saved)} />
      </a>
    </span>
  )
}

type MenuProps = Pick<HeadProps, 'onDialog' | 'reload'> & { readonly saved: ConfigDetail }

function ConfigMenu({ saved, onDialog, reload }: MenuProps) {
  const items: MenuItem[] = []
  const isDefault = saved.is_default === 1
  const mayChoose = can('configs.default')
  if (can('configs.update')) items.push({ label: 'Rename…', icon: 'edit', onChoose: () => onDialog('rename') })
  if (can('configs.update') && mayChoose) {
    items.push({
      label: isDefault ? 'Remove as default' : 'Make default',
      icon: 'check',
      onChoose: () =>
        changeConfig(
          saved,
          { is_default: !isDefault },
          isDefault ? 'It is no longer the default.' : 'It is the default now.',
          reload,
        ),
    })
  }
  if (can('configs.update') && (mayChoose || !isDefault)) {
    items.push(
      saved.status === 'active'
        ? { label: 'Archive…', icon: 'exports', onChoose: () => onDialog('archive') }
        : {
            label: 'Restore',
            icon: 'refresh',
            onChoose: () => changeConfig(saved, { status: 'active' }, 'It is active again.', reload),
          },
    )
  }
  if (can('configs.delete') && (mayChoose || !isDefault)) {
    items.push({ label: 'Delete…', icon: 'trash', isDanger: true, onChoose: () => onDialog('delete') })
  }
  return items.length === 0 ? null : <Menu label="More actions" items={items} />
}
