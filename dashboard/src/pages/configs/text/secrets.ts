/** Finds credentials in a config text, to warn about them and to blank them before a draft is stored. */

import { type JsonNode, type Path, readJson } from './json-tree.ts'
import { applyEdits, type Problem, type TextEdit } from './problem.ts'

const SECRET_NAME =
  /api[_-]?key|authorization|secret|token|password|credential|private|service[_-]?account|access[_-]?key/i
/** Names that match the pattern but hold no secret, and are needed to read the config. */
const HARMLESS = /^(max_?(completion_?|output_?)?tokens|virtual_?key|hash_fields|cloud_a_auth_mode)$/i
/** The gateway's mask of a saved secret. */
const MASK = /^(?:.{2}\*{7}.{2}|\*{9})$/s
const LOOSE =
  /("[^"\n]*(?:api[_-]?key|authorization|secret|token|password|credential|private|service[_-]?account|access[_-]?key)[^"\n]*"\s*:\s*)"[^\n]*/gi

type FoundSecret = { readonly path: Path; readonly node: JsonNode & { kind: 'string' } }

/** In text order; masked values are excluded. */
function findSecrets(root: JsonNode): readonly FoundSecret[] {
  const found: FoundSecret[] = []
  walk(root, [], false, found)
  return found
}

function walk(node: JsonNode, path: Path, isSecret: boolean, found: FoundSecret[]): void {
  if (node.kind === 'string' && isSecret && node.value !== '' && !MASK.test(node.value)) found.push({ path, node })
  if (node.kind === 'array') for (const [i, item] of node.items.entries()) walk(item, [...path, i], isSecret, found)
  if (node.kind !== 'object') return
  for (const { key, value } of node.members) {
    // Queries hold values to compare, not credentials.
    if (key === 'query') continue
    walk(value, [...path, key], looksSecret(key), found)
  }
}

function looksSecret(name: string): boolean {
  return SECRET_NAME.test(name) && !HARMLESS.test(name)
}

/** Removes anything that could be a credential, even from invalid JSON. */
export function withoutSecrets(text: string): { readonly text: string; readonly isChanged: boolean } {
  const { root, problems } = readJson(text)
  const edits: TextEdit[] = findSecrets(root).map(({ node }) => ({ from: node.from, to: node.to, insert: '""' }))
  const blanked = applyEdits(text, edits)
  const safe = problems.length === 0 ? blanked : blanked.replace(LOOSE, '$1""')
  return { text: safe, isChanged: safe !== text }
}

export function inlineKeyWarnings(root: JsonNode, mayCreateKeys: boolean): readonly Problem[] {
  return findSecrets(root).map(({ path, node }) => ({
    from: node.from,
    to: node.to,
    severity: 'warning' as const,
    path,
    message: 'a credential inside the config: it cannot be rotated, limited or revoked by itself.',
    hint: 'Store it in a virtual key and use that here: "virtual_key": "<its slug>".',
    fixes: mayCreateKeys ? [{ label: 'Create virtual key', href: '/virtual-keys?new=1' }] : [],
  }))
}
