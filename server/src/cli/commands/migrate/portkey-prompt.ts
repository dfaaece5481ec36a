/** Converts an exported prompt, with one or all versions, to a prompt file. */

import { isObject, type JsonObject, objectsOf } from '../../remote.ts'

/** Returns null if it contains no template. */
export function promptFile(row: JsonObject, slug: string): JsonObject | null {
  const rows = objectsOf(row['versions'])
  const versions = (rows.length > 0 ? rows : [row])
    .toSorted((left, right) => numberOf(left) - numberOf(right))
    .flatMap((version) => versionOf(version, row))
    .map((version, i): JsonObject => ({ number: i + 1, ...version }))
  if (versions.length === 0) return null
  const published = rows
    .toSorted((left, right) => numberOf(left) - numberOf(right))
    .findIndex((version) => isPublished(version))
  return {
    format: 'gatehouse-prompt/1',
    slug,
    name: String(row['name'] ?? slug),
    published: published === -1 ? versions.length : published + 1,
    versions,
  }
}

function numberOf(version: JsonObject): number {
  return Number(version['prompt_version'] ?? version['version'] ?? version['number'] ?? 1)
}

function isPublished(version: JsonObject): boolean {
  return version['is_default'] === true || version['is_default'] === 1 || version['status'] === 'published'
}

function versionOf(version: JsonObject, prompt: JsonObject): readonly JsonObject[] {
  const template = templateOf(version['string'] ?? version['prompt_template'] ?? version['messages'])
  if (template === null) return []
  const parameters = isObject(version['parameters']) ? version['parameters'] : {}
  const { model: parameterModel, ...rest } = parameters
  return [
    {
      description: typeof version['version_description'] === 'string' ? version['version_description'] : null,
      labels: [],
      string: template,
      parameters: rest,
      model: textOrNull(version['model'] ?? parameterModel ?? prompt['model']),
      virtual_key: textOrNull(version['virtual_key'] ?? prompt['virtual_key']),
      functions: listOrNull(version['functions']),
      tools: listOrNull(version['tools']),
      tool_choice: version['tool_choice'] ?? null,
      template_metadata: isObject(version['template_metadata']) ? version['template_metadata'] : null,
      is_raw_template: version['is_raw_template'] === 1 || version['is_raw_template'] === true ? 1 : 0,
    },
  ]
}

/** A text, a list of messages, or such a list as JSON text. */
function templateOf(value: unknown): unknown {
  if (Array.isArray(value) || (typeof value === 'string' && value !== '')) return value
  return null
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function listOrNull(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) && value.length > 0 ? value : null
}
