/** The config text: CodeMirror once its script has loaded, a plain textarea if it fails to load. */

import type { Ref } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { TextAreaField } from '../../../design/controls/field.tsx'
import { Delayed, SkeletonRows } from '../../../design/states/loaded.tsx'
import { complete, hoverAt, type KnownNames } from '../text/complete.ts'
import type { Schema } from '../text/config-schema.ts'
import type { Problem } from '../text/problem.ts'
import type { CodePane } from './code-pane.ts'

type CodeEditorProps = {
  readonly text: string
  /** Changes when the text was set from outside. A later render never overwrites typed text. */
  readonly revision: number
  readonly onText: (text: string) => void
  readonly onCursor: (offset: number) => void
  readonly onRun: () => void
  readonly isReadOnly: boolean
  readonly problems: readonly Problem[]
  /** Null while loading or if unavailable; then only the gateway validates. */
  readonly schema: Schema | null
  readonly names: KnownNames
  readonly paneRef: Ref<CodePane> & { current: CodePane | null }
}

export function CodeEditor(props: CodeEditorProps) {
  const { text, revision, onText, isReadOnly, problems, paneRef } = props
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const newest = useRef(props)
  newest.current = props
  useEffect(() => {
    let isLeft = false
    import('./code-pane.ts').then(
      ({ openCodePane }) => {
        if (isLeft || !host.current) return
        paneRef.current = openCodePane({
          parent: host.current,
          text: newest.current.text,
          isReadOnly: newest.current.isReadOnly,
          onText: (changed) => newest.current.onText(changed),
          onCursor: (offset) => newest.current.onCursor(offset),
          onRun: () => newest.current.onRun(),
          complete(now, offset) {
            const { schema: known, names: existing } = newest.current
            return known && complete(now, offset, known, existing)
          },
          hover: (now, offset) => newest.current.schema && hoverAt(now, offset, newest.current.schema),
        })
        setState('ready')
      },
      () => setState('failed'),
    )
    return () => {
      isLeft = true
      paneRef.current?.destroy()
      paneRef.current = null
    }
  }, [paneRef])
  // `text` is not a dependency: only a new `revision` replaces what the user typed.
  useEffect(() => paneRef.current?.setText(newest.current.text), [revision, state, paneRef])
  useEffect(() => paneRef.current?.setReadOnly(isReadOnly), [isReadOnly, state, paneRef])
  useEffect(() => paneRef.current?.setProblems(problems), [problems, state, paneRef])
  return (
    <div class="configs-code">
      {state === 'loading' && (
        <Delayed>
          <SkeletonRows />
        </Delayed>
      )}
      {state === 'failed' && (
        <TextAreaField label="Config as JSON" isCode rows={20} value={text} onValue={isReadOnly ? () => {} : onText} />
      )}
      <div ref={host} class="configs-code-host" hidden={state !== 'ready'} data-ready={state === 'ready'} />
    </div>
  )
}
