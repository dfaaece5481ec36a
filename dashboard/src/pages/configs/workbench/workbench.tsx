/** The config editor: text, problems, map and dry run. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useShortcuts } from '../../../app/keyboard.ts'
import { query, setQuery } from '../../../app/location.ts'
import { useViewCode, type ViewCall } from '../../../app/view-code.ts'
import { Segments } from '../../../design/controls/segments.tsx'
import { type ConfigDetail, pretty } from '../config-types.ts'
import { CodeEditor } from '../editor/code-editor.tsx'
import type { CodePane } from '../editor/code-pane.ts'
import { ProblemsList } from '../editor/problems-list.tsx'
import { useConfigCheck } from '../editor/use-config-check.ts'
import { ExplainPanel } from '../explain/explain-panel.tsx'
import { objectOf } from '../explain/scenario.ts'
import { StrategyMap } from '../map/strategy-map.tsx'
import { allNodes, leavesOf, nodeAtOffset, strategyTree } from '../map/strategy-tree.ts'
import { useBreakers } from '../map/use-breakers.ts'
import { withoutSecrets } from '../text/secrets.ts'
import { DraftNotices } from './draft-notices.tsx'
import { maySave } from './may-save.ts'
import { useDraft } from './use-draft.ts'
import { useKnownNames, useSchema } from './use-known.ts'
import { useSimulation } from './use-simulation.ts'
import { type WorkbenchDialog, WorkbenchDialogs } from './workbench-dialogs.tsx'
import { WorkbenchHead } from './workbench-head.tsx'

type WorkbenchProps = { readonly saved: ConfigDetail | null; readonly reload: () => void }

const VIEWS = [
  { value: 'text', label: 'Text' },
  { value: 'map', label: 'Map' },
  { value: 'explain', label: 'Explain' },
]

export function Workbench({ saved, reload }: WorkbenchProps) {
  const slug = saved?.slug ?? null
  const template = query.value.get('template')
  const draft = useDraft(saved, template)
  const schema = useSchema()
  const names = useKnownNames()
  const check = useConfigCheck(draft.text, schema.data, slug)
  const [dialog, setDialog] = useState<WorkbenchDialog>(null)
  const isReadOnly = !maySave(saved)
  const canSave = !isReadOnly && !check.hasErrors && (saved === null || draft.isDirty)
  const save = () => canSave && setDialog('save')
  useReloadOnReturn(reload)
  useViewCode(saved === null ? validateCall(draft.text) : { path: `/configs/${saved.slug}` })

  const pane = useRef<CodePane>(null)
  const tree = useMemo(() => strategyTree(check.tree.root), [check.tree])
  const leaves = useMemo(() => leavesOf(tree), [tree])
  const { breakers } = useBreakers(slug, saved !== null && leaves.some((leaf) => leaf.circuit !== null))
  const [offset, setOffset] = useState(0)
  const simulation = useSimulation({ text: draft.text, slug, leaves, hasErrors: check.hasErrors })
  useShortcuts([
    { keys: 'mod+s', about: 'Save the config', run: save },
    { keys: 'mod+enter', about: 'Run Explain', run: simulation.run },
  ])

  const ordered = pretty(draft.text)
  const isOrdered = check.tree.problems.length > 0 || ordered === draft.text
  const view = VIEWS.find((one) => one.value === query.value.get('view'))?.value ?? 'text'
  const goTo = (path: string) => {
    const node = allNodes(tree).find((one) => one.configPath === path)
    if (!node) return
    setQuery({ view: null }, { replace: true })
    // On narrow screens the text view is mounted first, then scrolled.
    requestAnimationFrame(() => pane.current?.reveal({ from: node.range.from, to: node.range.from }))
    pane.current?.mark(node.range)
  }

  return (
    <div class="page configs-workbench">
      <WorkbenchHead
        saved={saved}
        draft={draft}
        canSave={canSave}
        hasErrors={check.hasErrors}
        onSave={save}
        onDialog={setDialog}
        reload={reload}
      />
      <DraftNotices saved={saved} draft={draft} schemaError={schema.error} onCompare={() => setDialog('conflict')} />
      <div class="configs-views">
        <Segments
          label="View"
          choices={VIEWS}
          value={view}
          onValue={(value) => setQuery({ view: value === 'text' ? null : value }, { replace: true })}
        />
      </div>
      <div class="configs-columns" data-view={view}>
        <div class="configs-text">
          <CodeEditor
            text={draft.text}
            revision={draft.revision}
            onText={draft.setText}
            onCursor={setOffset}
            onRun={simulation.run}
            isReadOnly={isReadOnly}
            problems={check.problems}
            schema={schema.data}
            names={names}
            paneRef={pane}
          />
          <ProblemsList
            check={check}
            isReadOnly={isReadOnly}
            onJump={(problem) => pane.current?.reveal(problem)}
            onEdit={(edits) => pane.current?.edit(edits)}
            onFormat={
              isOrdered ? null : () => pane.current?.edit([{ from: 0, to: draft.text.length, insert: ordered }])
            }
          />
        </div>
        <div class="configs-side">
          <StrategyMap
            tree={tree}
            activePath={nodeAtOffset(tree, offset).configPath}
            breakers={breakers}
            outcomes={simulation.outcomes}
            onHover={(node) => pane.current?.mark(node?.range ?? null)}
            onOpen={(node) => goTo(node.configPath)}
          />
          <ExplainPanel
            tree={tree}
            slug={slug}
            logId={query.value.get('log')}
            simulation={simulation}
            breakers={breakers}
            onTarget={goTo}
          />
        </div>
      </div>
      <WorkbenchDialogs
        dialog={dialog}
        saved={saved}
        draft={draft}
        template={template}
        warnings={check.problems.filter((one) => one.severity === 'warning').map((one) => one.message)}
        onDialog={setDialog}
        reload={reload}
      />
    </div>
  )
}

/** The API call that validates the draft, without saving and without credentials. */
function validateCall(text: string): ViewCall | null {
  const config = objectOf(withoutSecrets(text).text)
  return config && { method: 'POST', path: '/configs/validate', body: { config } }
}

/** Reloads when the tab becomes visible: another user may have saved. */
function useReloadOnReturn(reload: () => void): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
    }
  }, [reload])
}
