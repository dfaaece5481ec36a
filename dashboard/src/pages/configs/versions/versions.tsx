/** Config versions: diff against another version, and restore. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { authorWords } from '../../../app/author-words.ts'
import { navigate, query, setQuery } from '../../../app/location.ts'
import { workspaceId } from '../../../app/session.ts'
import { PageHead } from '../../../app/shell/page-head.tsx'
import { useResource } from '../../../app/use-resource.ts'
import { useViewCode } from '../../../app/view-code.ts'
import { Button } from '../../../design/controls/button.tsx'
import { SelectField } from '../../../design/controls/field.tsx'
import { Badge } from '../../../design/data/badge.tsx'
import { CodeBlock } from '../../../design/data/code-block.tsx'
import { DiffView } from '../../../design/data/diff-view.tsx'
import { Time } from '../../../design/data/time.tsx'
import { ConfirmDialog } from '../../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import { type ConfigDetail, type ConfigVersion, type List, pretty, type Saved } from '../config-types.ts'
import { maySave } from '../workbench/may-save.ts'
import { NoteField } from '../workbench/note-field.tsx'

const MOST = 200

type VersionsProps = { readonly config: ConfigDetail; readonly reload: () => void }

export function Versions({ config, reload }: VersionsProps) {
  const path = `/configs/${encodeURIComponent(config.slug)}/versions`
  const request = { workspace_id: workspaceId.value, page_size: MOST }
  const versions = useResource(`${path} ${config.version_id}`, (signal) =>
    api.get<List<ConfigVersion>>(path, { query: request, signal }),
  )
  useViewCode({ path, query: { workspace_id: workspaceId.value } })
  return (
    <div class="page">
      <PageHead
        title={`Versions of ${config.name}`}
        about={
          <>
            Each saved change is a version. <a href={`/configs/${config.slug}`}>Back to the editor</a>
          </>
        }
      />
      <Loaded resource={versions} what="load the versions">
        {(list) => <Columns config={config} list={list} reload={reload} />}
      </Loaded>
    </div>
  )
}

function Columns({ config, list, reload }: VersionsProps & { readonly list: List<ConfigVersion> }) {
  const chosenNumber = Number(query.value.get('version') ?? config.version)
  const chosen = list.data.find((one) => one.version === chosenNumber) ?? list.data[0]
  const [isRestoring, setRestoring] = useState(false)
  if (!chosen) return <p class="muted">This config has no versions.</p>
  const against = findAgainst(list.data, chosen, query.value.get('against'))
  return (
    <div class="configs-versions">
      <ol class="configs-version-list" aria-label="Versions, newest first">
        {list.data.map((one) => (
          <li key={one.version_id}>
            <button
              type="button"
              class="configs-version"
              aria-current={one === chosen ? 'true' : undefined}
              onClick={() => setQuery({ version: one.version, against: null }, { replace: true })}
            >
              <span class="row">
                <strong>v{one.version}</strong>
                {one.version_id === config.version_id && <Badge tone="ok">live</Badge>}
              </span>
              <span class="caption">
                <Time at={one.created_at} /> ·{' '}
                <span title={one.created_by}>{authorWords(one.created_by, one.created_by_name)}</span>
              </span>
              {one.note && <span class="configs-version-note anywhere">{one.note}</span>}
            </button>
          </li>
        ))}
        {list.total > list.data.length && <li class="caption">Older ones: GET /v1/configs/{config.slug}/versions</li>}
      </ol>
      <section class="stack" aria-label={`Version ${chosen.version}`}>
        <div class="spread">
          <div class="stack-tight">
            <h2>Version {chosen.version}</h2>
            {chosen.note && <p class="anywhere">{chosen.note}</p>}
          </div>
          {chosen.version_id !== config.version_id && maySave(config) && (
            <Button icon="refresh" onClick={() => setRestoring(true)}>
              Restore v{chosen.version}
            </Button>
          )}
        </div>
        {list.data.length > 1 && (
          <SelectField
            label="Compared with"
            choices={[
              ...list.data
                .filter((one) => one !== chosen)
                .map((one) => ({ value: String(one.version), label: `v${one.version}` })),
              { value: 'nothing', label: 'nothing (full text)' },
            ]}
            value={against ? String(against.version) : 'nothing'}
            onValue={(value) => setQuery({ against: value }, { replace: true })}
          />
        )}
        {against ? (
          <DiffView
            before={pretty(against.config)}
            after={pretty(chosen.config)}
            label={`From version ${against.version} to version ${chosen.version}`}
          />
        ) : (
          <CodeBlock code={pretty(chosen.config)} title={`Version ${chosen.version}`} />
        )}
      </section>
      {isRestoring && <Restore config={config} version={chosen} onClose={() => setRestoring(false)} reload={reload} />}
    </div>
  )
}

type RestoreProps = VersionsProps & { readonly version: ConfigVersion; readonly onClose: () => void }

function Restore({ config, version, onClose, reload }: RestoreProps) {
  const [note, setNote] = useState('')
  return (
    <ConfirmDialog
      title={`Restore version ${version.version}`}
      verb={`Restore as v${config.version + 1}`}
      onClose={onClose}
      onConfirm={async () => {
        const body = { version: version.version_id, ...(note.trim() !== '' && { note: note.trim() }) }
        const request = { workspace_id: workspaceId.value }
        const path = `/configs/${encodeURIComponent(config.slug)}/rollback`
        const done = await api.post<Saved>(path, body, { query: request })
        toast({ words: `Version ${version.version} is live again, as version ${done.version}.` })
        reload()
        navigate(`/configs/${config.slug}/versions`, { replace: true })
      }}
    >
      <p>It applies from the next request. The current text stays available as version {config.version}.</p>
      <DiffView before={pretty(config.config)} after={pretty(version.config)} label="What changes for requests" />
      <NoteField note={note} onNote={setNote} />
    </ConfirmDialog>
  )
}

/** The preceding version, unless the URL names another. */
function findAgainst(
  all: readonly ConfigVersion[],
  chosen: ConfigVersion,
  requested: string | null,
): ConfigVersion | null {
  if (requested === 'nothing') return null
  const before = all.find((one) => one.version < chosen.version) ?? null
  return requested === null ? before : (all.find((one) => String(one.version) === requested) ?? before)
}
