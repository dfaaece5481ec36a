/** The editor theme: the dashboard's CSS variables, for light and dark. */

import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import type { Range as StateRange } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

const CLASSES: Readonly<Record<string, Decoration>> = {
  PropertyName: Decoration.mark({ class: 'cm-name' }),
  String: Decoration.mark({ class: 'cm-text' }),
  Number: Decoration.mark({ class: 'cm-number' }),
  True: Decoration.mark({ class: 'cm-word' }),
  False: Decoration.mark({ class: 'cm-word' }),
  Null: Decoration.mark({ class: 'cm-word' }),
}

function colouredParts(view: EditorView): DecorationSet {
  const parts: StateRange<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter(node) {
        const mark = CLASSES[node.name]
        if (mark && node.to > node.from) parts.push(mark.range(node.from, node.to))
      },
    })
  }
  return Decoration.set(parts, true)
}

const painter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = colouredParts(view)
    }

    update(update: ViewUpdate) {
      const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state)
      if (update.docChanged || update.viewportChanged || isParsed) this.decorations = colouredParts(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

/** The empty style replaces CodeMirror's default, whose fixed colours suit light backgrounds only. */
export const tokens = [syntaxHighlighting(HighlightStyle.define([])), painter]

const popup = {
  border: '1px solid var(--border)',
  borderRadius: '6px',
  background: 'var(--ground)',
  color: 'var(--text)',
  boxShadow: 'var(--shadow)',
}

export const colours = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', background: 'var(--ground)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-gutters': { background: 'var(--surface)', color: 'var(--text-3)', borderRight: '1px solid var(--border)' },
  '.cm-activeLineGutter': { background: 'var(--raised)', color: 'var(--text)' },
  '.cm-activeLine': { background: 'color-mix(in srgb, var(--raised) 50%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 24%, transparent) !important',
  },
  '.cm-content ::selection': { background: 'color-mix(in srgb, var(--accent) 24%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--raised)', outline: '1px solid var(--control-border)' },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'none', outline: '1px solid var(--error)' },
  '.cm-selectionMatch': { background: 'var(--raised)' },
  '.cm-name': { color: 'var(--text)' },
  '.cm-text': { color: 'var(--ok)' },
  '.cm-number': { color: 'var(--info)' },
  '.cm-word': { color: 'var(--cache)' },
  '.cm-marked': {
    background: 'color-mix(in srgb, var(--accent) 11%, transparent)',
    boxShadow: 'inset 2px 0 0 var(--accent)',
  },
  '.cm-foldPlaceholder': { background: 'var(--raised)', border: '1px solid var(--border)', color: 'var(--text-2)' },
  '.cm-tooltip': popup,
  '.cm-docs': { maxWidth: '400px', padding: '8px 10px', fontFamily: 'var(--sans)', lineHeight: '18px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '20px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'var(--text-3)', fontStyle: 'normal' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionInfo': {
    ...popup,
    maxWidth: '320px',
    padding: '8px 10px',
    fontFamily: 'var(--sans)',
    whiteSpace: 'pre-line',
  },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--sans)', borderLeft: '3px solid var(--error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-diagnosticAction': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
    borderRadius: '4px',
    padding: '2px 8px',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px solid var(--error)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', borderBottom: '2px dashed var(--warning)' },
  '.cm-panels': { background: 'var(--surface)', color: 'var(--text)', borderTop: '1px solid var(--border)' },
  '.cm-textfield': { background: 'var(--ground)', color: 'var(--text)', border: '1px solid var(--control-border)' },
  '.cm-button': { background: 'var(--raised)', color: 'var(--text)', border: '1px solid var(--control-border)' },
  '.cm-searchMatch': { background: 'color-mix(in srgb, var(--warning) 28%, transparent)' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { background: 'var(--raised)', color: 'var(--text)' },
})
