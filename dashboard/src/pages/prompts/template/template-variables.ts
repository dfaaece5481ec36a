/** What a template asks for: its variables in the order of their first use, and the partials it includes. */

export type TemplateVariable = {
  readonly name: string
  /** A section takes a list, an object or a yes/no; everything else is a text. */
  readonly kind: 'text' | 'section' | 'partial-name'
  /** The section it stands in: may be a member of its elements, or a variable of its own. */
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
    // The name of a section is worth more than its use as a text: only that says what to send.
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

/** Values as typed become what is sent: lists and objects as JSON when they are some, everything else as the text. */
export function valueOfTyped(typed: string, kind: TemplateVariable['kind']): unknown {
  if (kind !== 'section') return typed
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return typed
  }
}
