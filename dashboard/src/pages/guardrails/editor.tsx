/** Creates or changes a guardrail: as a form or as JSON, with a test of the unsaved version beside it. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { navigate, query } from '../../app/location.ts'
import { caller, can, isOrganisationAdmin, workspace, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button, LinkButton } from '../../design/controls/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { ActionFields } from './action-fields.tsx'
import { CheckList } from './check-list.tsx'
import { type Draft, definitionOf, draftCheck, draftOf, readDefinition } from './draft.ts'
import { type CheckKind, type Guardrail, guardrailPath, loadCheckKinds, placeQuery } from './guardrail.ts'
import { EMPTY, templatesFor } from './templates.ts'
import { Tester } from './tester.tsx'

export function NewGuardrail() {
  const kinds = useResource('checks', loadCheckKinds)
  const name = query.value.get('template')
  return (
    <div class="page page-wide">
      <PageHead title="New guardrail" about={<a href="/guardrails">Guardrails</a>} />
      <Loaded resource={kinds} what="load the checks">
        {(all) => {
          const template = templatesFor(all).find((one) => one.name === name) ?? EMPTY
          const from = { ...template, name: template === EMPTY ? '' : template.label }
          return <Editor key={template.name} kinds={all} before={null} start={draftOf(from, false)} />
        }}
      </Loaded>
    </div>
  )
}

export function EditGuardrail({ slug }: { readonly slug: string }) {
  const kinds = useResource('checks', loadCheckKinds)
  const loaded = useResource(slug, (signal) => api.get<Guardrail>(guardrailPath(slug), { query: placeQuery(), signal }))
  return (
    <div class="page page-wide">
      <PageHead
        title={`Change ${loaded.data?.name ?? slug}`}
        about={
          <span class="row-wrap">
            <a href="/guardrails">Guardrails</a> / <a href={guardrailPath(slug)}>{slug}</a>
          </span>
        }
      />
      <Loaded resource={kinds} what="load the checks">
        {(all) => (
          <Loaded resource={loaded} what="load the guardrail">
            {(before) => <Editor kinds={all} before={before} start={draftOf(before, before.workspace_id === null)} />}
          </Loaded>
        )}
      </Loaded>
    </div>
  )
}

type EditorProps = { readonly kinds: readonly CheckKind[]; readonly before: Guardrail | null; readonly start: Draft }

function Editor({ kinds, before, start }: EditorProps) {
  const [draft, setDraft] = useState(start)
  const [view, setView] = useState<'form' | 'json'>('form')
  const [json, setJson] = useState('')
  const set = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }))
  const read = view === 'json' ? readDefinition(json) : null
  const definition = read ?? definitionOf(draft)
  const saving = useAction(async () => {
    const scope = draft.isOfOrganisation
      ? { organisation_id: caller.value?.organisation.id }
      : { workspace_id: workspaceId.value }
    const body = { name: draft.name.trim(), ...definition }
    const slug = before
      ? await api
          .put(guardrailPath(before.slug), { ...body, version_id: before.version_id }, { query: placeQuery() })
          .then(() => before.slug)
      : (await api.post<{ slug: string }>('/guardrails', { ...body, ...scope })).slug
    toast({ words: before ? 'A new version was saved.' : `The guardrail ${slug} is ready.` })
    navigate(guardrailPath(slug))
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  const show = (next: 'form' | 'json') => {
    if (next === 'json') setJson(JSON.stringify(definitionOf(draft), null, 2))
    else if (read) set({ checks: read.checks.map(draftCheck), actions: read.actions })
    setView(next)
  }
  const isBroken = view === 'json' && read === null
  return (
    <div class="guardrails-columns">
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBroken) void saving.run()
        }}
      >
        <div class="guardrails-pair">
          <TextField label="Name" value={draft.name} onValue={(name) => set({ name })} error={errors('name')} />
          {!before && mayServeAll() && (
            <SelectField
              label="Workspace"
              value={draft.isOfOrganisation ? 'all' : 'one'}
              onValue={(value) => set({ isOfOrganisation: value === 'all' })}
              choices={[
                { value: 'one', label: workspace.value?.name ?? 'this workspace' },
                { value: 'all', label: 'every workspace' },
              ]}
            />
          )}
        </div>
        <div>
          <Segments
            label="View"
            value={view}
            onValue={(value) => show(value as 'form' | 'json')}
            choices={[
              { value: 'form', label: 'Form', isDisabled: isBroken },
              { value: 'json', label: 'JSON' },
            ]}
          />
        </div>
        {view === 'form' ? (
          <>
            <CheckList kinds={kinds} checks={draft.checks} onChecks={(checks) => set({ checks })} errors={errors} />
            <ActionFields actions={draft.actions} onActions={(actions) => set({ actions })} errors={errors} />
          </>
        ) : (
          <TextAreaField
            label="Checks and actions"
            rows={20}
            isCode
            value={json}
            onValue={setJson}
            error={isBroken ? 'Enter a JSON object with a list of checks.' : errors('checks', 'actions')}
          />
        )}
        {saving.error && <ErrorNotice error={saving.error} what="save the guardrail" />}
        <div class="row-wrap">
          <Button
            type="submit"
            kind="primary"
            isBusy={saving.isRunning}
            disabled={isBroken || draft.name.trim() === ''}
          >
            {before ? 'Save as new version' : 'Create'}
          </Button>
          <LinkButton href={before ? guardrailPath(before.slug) : '/guardrails'}>Cancel</LinkButton>
        </div>
      </form>
      {mayTest() && <Tester subject={{ ...(before && { guardrail: before.slug }), ...definition }} />}
    </div>
  )
}

function mayServeAll(): boolean {
  return isOrganisationAdmin.value || can('organisation_guardrails.create')
}

export function mayTest(): boolean {
  return can('guardrails.invoke')
}
