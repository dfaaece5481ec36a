/** The CodeMirror editor with completion, hovers and colours. Loaded only on the config editor page. */

import { autocompletion, type CompletionContext, startCompletion } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, Prec, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, hoverTooltip, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import type { Completions, Hover } from '../text/complete.ts'
import type { Range } from '../text/json-tree.ts'
import type { Problem, TextEdit } from '../text/problem.ts'
import { colours, tokens } from './code-theme.ts'

export type PaneOptions = {
  readonly parent: HTMLElement
  readonly text: string
  readonly isReadOnly: boolean
  readonly onText: (text: string) => void
  readonly onCursor: (offset: number) => void
  /** Runs on Mod-Enter (Control, or Command on a Mac). */
  readonly onRun: () => void
  readonly complete: (text: string, offset: number) => Completions | null
  readonly hover: (text: string, offset: number) => Hover | null
}

export interface CodePane {
  setText(text: string): void
  edit(edits: readonly TextEdit[]): void
  setProblems(problems: readonly Problem[]): void
  setReadOnly(isReadOnly: boolean): void
  /** Highlights a range, for example the target hovered on the map; null removes the highlight. */
  mark(range: Range | null): void
  /** Scrolls to the range and focuses the editor. */
  reveal(range: Range): void
  destroy(): void
}

const setMark = StateEffect.define<Range | null>()

const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const moved = marks.map(transaction.changes)
    const effect = transaction.effects.find((one) => one.is(setMark))
    if (!effect) return moved
    const range = effect.value as Range | null
    return range === null || range.to <= range.from ? Decoration.none : markedLines(transaction.state, range)
  },
  provide: (field) => EditorView.decorations.from(field),
})

function markedLines(state: EditorState, { from, to }: Range): DecorationSet {
  const last = state.doc.lineAt(Math.min(to, state.doc.length)).number
  const lines = []
  for (let number = state.doc.lineAt(Math.min(from, state.doc.length)).number; number <= last; number++) {
    lines.push(Decoration.line({ class: 'cm-marked' }).range(state.doc.line(number).from))
  }
  return Decoration.set(lines)
}

export function openCodePane(options: PaneOptions): CodePane {
  const writable = new Compartment()
  let isOwnChange = false
  // The CSP forbids <style> elements. In a shadow root, CodeMirror uses adopted style sheets instead.
  const root = options.parent.shadowRoot ?? options.parent.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => runOf(options) }])),
        basicSetup,
        json(),
        tokens,
        colours,
        markField,
        writable.of(access(options.isReadOnly)),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Config as JSON', spellcheck: 'false', tabindex: '0' }),
        autocompletion({ override: [(context) => completionsAt(context, options)], icons: false }),
        hoverTooltip((hovered, offset) => tooltipOf(options.hover(hovered.state.doc.toString(), offset))),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isOwnChange) options.onText(update.state.doc.toString())
          if (update.selectionSet || update.docChanged) options.onCursor(update.state.selection.main.head)
        }),
      ],
    }),
  })

  return {
    setText(text) {
      if (text === view.state.doc.toString()) return
      isOwnChange = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
      isOwnChange = false
    },
    edit(edits) {
      view.dispatch({ changes: edits.map(({ from, to, insert }) => ({ from, to, insert })), userEvent: 'input.fix' })
      view.focus()
    },
    setProblems(problems) {
      view.dispatch(
        setDiagnostics(
          view.state,
          problems.map((problem) => diagnosticOf(problem, view)),
        ),
      )
    },
    setReadOnly: (isReadOnly) => view.dispatch({ effects: writable.reconfigure(access(isReadOnly)) }),
    mark: (range) => view.dispatch({ effects: setMark.of(range) }),
    reveal({ from, to }) {
      const end = view.state.doc.length
      view.dispatch({
        selection: { anchor: Math.min(from, end), head: Math.min(to, end) },
        effects: EditorView.scrollIntoView(Math.min(from, end), { y: 'center' }),
      })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}

function runOf({ onRun }: PaneOptions): true {
  onRun()
  return true
}

function access(isReadOnly: boolean) {
  return [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)]
}

function completionsAt(context: CompletionContext, { complete }: PaneOptions) {
  const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos)
  if (!context.explicit && !/["\w@]/.test(before)) return null
  const found = complete(context.state.doc.toString(), context.pos)
  if (!found) return null
  return {
    from: found.from,
    to: found.to,
    filter: true,
    validFor: /^["\w@./-]*$/,
    options: found.options.map((option) => ({
      // Completion filters by the written text, including the quote.
      label: option.apply.startsWith('"') && !option.label.startsWith('"') ? `"${option.label}"` : option.label,
      displayLabel: option.label.replaceAll('"', ''),
      detail: option.detail,
      info: option.info,
      apply(view: EditorView, _: unknown, from: number, to: number) {
        view.dispatch({
          changes: { from, to, insert: option.apply },
          selection: { anchor: from + option.cursor },
          userEvent: 'input.complete',
        })
        if (option.cursor < option.apply.length) startCompletion(view)
      },
    })),
  }
}

function tooltipOf(hover: Hover | null) {
  if (!hover) return null
  return {
    pos: hover.from,
    end: hover.to,
    above: true,
    create() {
      const dom = document.createElement('div')
      dom.className = 'cm-docs'
      const title = dom.appendChild(document.createElement('strong'))
      title.textContent = hover.title
      for (const line of hover.text.split('\n')) dom.appendChild(document.createElement('div')).textContent = line
      return { dom }
    },
  }
}

function diagnosticOf({ from, to, severity, message, hint, fixes }: Problem, view: EditorView) {
  const end = view.state.doc.length
  return {
    from: Math.min(from, end),
    to: Math.min(Math.max(to, from), end),
    severity,
    message: hint ? `${message} ${hint}` : message,
    actions: fixes.flatMap((fix) =>
      'edits' in fix
        ? [{ name: fix.label, apply: (shown: EditorView) => shown.dispatch({ changes: [...fix.edits] }) }]
        : [],
    ),
  }
}
