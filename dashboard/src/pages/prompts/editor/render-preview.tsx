/** Preview of the rendered prompt. The gateway renders it without calling a provider. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { Button } from '../../../design/controls/button.tsx'
import { Card } from '../../../design/data/card.tsx'
import { CodeBlock } from '../../../design/data/code-block.tsx'
import { ErrorNotice, Notice } from '../../../design/states/notices.tsx'
import { valueOfTyped } from '../template/template-variables.ts'
import type { KnownNeeds } from './use-template-needs.ts'
import { VariableFields } from './variable-fields.tsx'

type Rendered = {
  readonly data: Readonly<Record<string, unknown>>
  readonly prompt: { readonly version: number }
  readonly warnings: readonly string[]
}

type RenderPreviewProps = {
  readonly needs: KnownNeeds
  /** The saved version to render; null: none yet. */
  readonly reference: string | null
  /** The draft differs from the saved version. */
  readonly isChanged: boolean
}

export function RenderPreview({ needs, reference, isChanged }: RenderPreviewProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const rendering = useAction(async () => {
    const variables = Object.fromEntries(
      needs.variables
        .filter(({ name }) => values[name])
        .map(({ name, kind }) => [name, valueOfTyped(values[name] ?? '', kind)]),
    )
    const path = `/prompts/${encodeURIComponent(reference ?? '')}/render`
    return api.post<Rendered>(path, { variables }, { query: { workspace_id: workspaceId.value } })
  })
  const [rendered, setRendered] = useState<Rendered | null>(null)
  const mayRender = can('prompts.render') && reference !== null
  return (
    <Card title={`Variables (${needs.variables.length})`}>
      <div class="stack-tight">
        {needs.missing.length > 0 && (
          <Notice tone="warning" title={`Missing partials: ${needs.missing.join(', ')}`}>
            <p>
              A request would be refused. <a href="/prompts/partials">Partials</a> lists those that exist.
            </p>
          </Notice>
        )}
        <VariableFields variables={needs.variables} values={values} onValues={setValues} />
        {mayRender && (
          <div class="row-wrap">
            <Button size="small" isBusy={rendering.isRunning} onClick={async () => setRendered(await rendering.run())}>
              Render preview
            </Button>
            {isChanged && <span class="caption">Renders the saved version, not your changes.</span>}
          </div>
        )}
        {rendering.error && <ErrorNotice error={rendering.error} what="render" />}
        {rendered && (
          <>
            {rendered.warnings.map((warning) => (
              <Notice key={warning} tone="warning" title={warning} />
            ))}
            <CodeBlock
              title={`Version ${rendered.prompt.version}, rendered`}
              code={JSON.stringify(rendered.data, null, 2)}
              wrap
            />
          </>
        )}
      </div>
    </Card>
  )
}
