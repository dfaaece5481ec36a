/** The variables of a template, including those of its partials. */

import { api } from '../../../api/client.ts'
import { workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { type TemplateNeeds, templateNeeds } from '../template/template-variables.ts'

export type KnownNeeds = TemplateNeeds & {
  /** Partials that do not exist or are not readable. */
  readonly missing: readonly string[]
}

export function useTemplateNeeds(template: string): KnownNeeds {
  const own = templateNeeds(template)
  const id = workspaceId.value
  const partials = useResource(own.partials.length > 0 ? `${id} ${own.partials.join()}` : null, (signal) =>
    Promise.all(own.partials.map((name) => readPartial(name, id, signal))),
  )
  if (own.partials.length === 0) return { ...own, missing: [] }
  const texts = partials.data ?? []
  // Parsed together, so that a variable used in the template and in a partial appears once.
  const whole = templateNeeds([template, ...texts.map((one) => one.text ?? '')].join('\n'))
  const missing = texts.filter((one) => one.text === null && own.partials.includes(one.name)).map((one) => one.name)
  return { variables: whole.variables, partials: own.partials, missing }
}

async function readPartial(name: string, id: string | undefined, signal: AbortSignal) {
  try {
    const path = `/prompts/partials/${encodeURIComponent(name)}`
    const partial = await api.get<{ readonly string: string }>(path, { query: { workspace_id: id }, signal })
    return { name, text: partial.string }
  } catch (error) {
    if (signal.aborted) throw error
    return { name, text: null }
  }
}
