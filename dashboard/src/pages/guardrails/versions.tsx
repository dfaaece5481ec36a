/** Versions of a guardrail, each with the difference to the one before. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { navigate } from '../../app/location.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { DiffView } from '../../design/data/diff-view.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type Guardrail, type GuardrailVersion, guardrailPath, mayChange, placeQuery } from './guardrail.ts'

const MOST = 100

export function Versions({ of: guardrail }: { readonly of: Guardrail }) {
  const path = `${guardrailPath(guardrail.slug)}/versions`
  const versions = useResource(`${path} ${guardrail.version_id}`, (signal) =>
    api.get<{ data: readonly GuardrailVersion[] }>(path, { query: { ...placeQuery(), page_size: MOST }, signal }),
  )
  return (
    <Loaded resource={versions} what="load the versions">
      {({ data }) => (
        <ol class="stack guardrails-versions" aria-label="Versions, newest first">
          {data.map((version, index) => (
            <li key={version.version_id}>
              <Version
                of={guardrail}
                version={version}
                number={version.version}
                before={data[index + 1] ?? null}
                isNewest={index === 0}
              />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}

type VersionProps = {
  readonly of: Guardrail
  readonly version: GuardrailVersion
  readonly number: number
  readonly before: GuardrailVersion | null
  readonly isNewest: boolean
}

function Version({ of: guardrail, version, number, before, isNewest }: VersionProps) {
  const [isOpen, setOpen] = useState(isNewest)
  const restoring = useAction(async () => {
    const { checks, actions } = version
    await api.put(guardrailPath(guardrail.slug), { name: guardrail.name, checks, actions }, { query: placeQuery() })
    toast({ words: `Version ${number} was restored as a new version.` })
    navigate(guardrailPath(guardrail.slug))
  })
  return (
    <section class="card stack-tight" aria-label={`Version ${number}`}>
      <div class="spread">
        <span class="row-wrap">
          <h2>Version {number}</h2>
          {isNewest && <Badge tone="ok">in use</Badge>}
          <span class="caption">
            <Time at={version.created_at} />
            {version.created_by_name && ` · ${version.created_by_name}`}
          </span>
        </span>
        <span class="row">
          <Button size="small" kind="quiet" aria-expanded={isOpen ? 'true' : 'false'} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
            <span class="sr-only"> version {number}</span>
          </Button>
          {!isNewest && mayChange(guardrail, 'update') && (
            <Button size="small" icon="refresh" isBusy={restoring.isRunning} onClick={() => void restoring.run()}>
              Restore<span class="sr-only"> version {number}</span>
            </Button>
          )}
        </span>
      </div>
      {isOpen &&
        (before ? (
          <DiffView before={textOf(before)} after={textOf(version)} label={`Changes of version ${number}`} />
        ) : (
          <CodeBlock title={`Version ${number}`} code={textOf(version)} />
        ))}
      {restoring.error && <ErrorNotice error={restoring.error} what="restore the version" />}
    </section>
  )
}

function textOf({ checks, actions }: GuardrailVersion): string {
  return JSON.stringify({ checks, actions }, null, 2)
}
