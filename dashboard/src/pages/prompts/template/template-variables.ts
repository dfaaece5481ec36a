/** Parses a template: variables in order of first use, and included partials. */

import { jsonOrText } from '../../../api/json.ts'

export type TemplateVariable = {
  readonly name: string
  /** A section takes a list, an object or a boolean; other variables take text. */
  readonly kind: 'text' | 'section' | 'partial-name'
  /** The enclosing section: the name may be a field of its elements, or a variable. */
  readonly inside: string | null
}

export type TemplateNeeds = { readonly variables: readonly TemplateVariable[]; readonly partials: readonly string[] }

const TAG = /\{\{\{\s*([^{}]+?)\s*\}\}\}|\{\{\s*(>>|[#^/&!>]?)\s*([^{}]*?)\s*\}\}/g

export function templateNeeds(template: string): TemplateNeeds {
  const variables = new Map<string, TemplateVariable>()
  const partials = new Set<string>()
  const open: string[] = []
  const note = (name: string, kind: TemplateVariable['kind']) => {
    if (name === '' || name === '.') return
    const before = variables.get(name)
    // A section takes precedence over a text use of the same name, because it determines the value's type.
    if (!before || (before.kind === 'text' && kind !== 'text')) {
      variables.set(name, { name, kind, inside: before ? before.inside : (open.at(-1) ?? null) })
    }
  }
  for (const [, triple, sign, name = ''] of template.matchAll(TAG)) {
    if (triple !== undefined) note(triple, 'text')
    else if (sign === '' || sign === '&') note(name, 'text')
    else if (sign === '#' || sign === '^') {
      note(name, 'section')
      if (sign === '#') open.push(name)
    } else if (sign === '/') {
      const at = open.lastIndexOf(name)
      if (at >= 0) open.length = at
    } else if (sign === '>') partials.add(name)
    else if (sign === '>>') note(name, 'partial-name')
  }
  return { variables: [...variables.values()], partials: [...partials] }
}

/** Converts typed values: lists and objects are parsed as JSON if valid, everything else is text. */
export function valueOfTyped(typed: string, kind: TemplateVariable['kind']): unknown {
  return kind === 'section' ? jsonOrText(typed) : typed
}
