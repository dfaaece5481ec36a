/** Reads saved responses of Portkey's admin API: one file for each response, or one file with all of them. */

import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { CommandError } from '../../../command-error.ts'
import { readText } from '../../../input/read-file.ts'
import { isObject, type JsonObject } from '../../../remote.ts'
import { type Origin, Rows, rowsIn, type Section, textIn } from './rows.ts'

const MAX_FILES = 20_000
const NOWHERE: Origin = { workspace: null, parent: null }

/** Names of sections in file names, and as members of a combined file. */
const WORDS: Readonly<Record<string, Section | 'versions' | 'models'>> = {
  'admin-workspaces': 'workspaces',
  workspaces: 'workspaces',
  workspace: 'workspaces',
  'workspace-users': 'members',
  'workspace-members': 'members',
  members: 'members',
  'admin-users': 'users',
  users: 'users',
  'user-invites': 'invites',
  'users-invites': 'invites',
  'admin-users-invites': 'invites',
  invites: 'invites',
  integrations: 'integrations',
  providers: 'providers',
  'virtual-keys': 'virtual-keys',
  virtualkeys: 'virtual-keys',
  configs: 'configs',
  guardrails: 'guardrails',
  prompts: 'prompts',
  'prompt-versions': 'prompt-versions',
  'prompt-partials': 'partials',
  'prompts-partials': 'partials',
  partials: 'partials',
  'partial-versions': 'partial-versions',
  labels: 'labels',
  'prompt-labels': 'labels',
  collections: 'collections',
  'prompt-collections': 'collections',
  'usage-limits': 'usage-limits',
  'usage-limits-policies': 'usage-limits',
  'policies-usage-limits': 'usage-limits',
  'rate-limits': 'rate-limits',
  'rate-limits-policies': 'rate-limits',
  'policies-rate-limits': 'rate-limits',
  'api-keys': 'api-keys',
  apikeys: 'api-keys',
  versions: 'versions',
  models: 'models',
}

const OBJECTS: Readonly<Record<string, Section>> = {
  workspace: 'workspaces',
  'workspace-user': 'members',
  user: 'users',
  invite: 'invites',
  integration: 'integrations',
  provider: 'providers',
  'virtual-key': 'virtual-keys',
  config: 'configs',
  guardrail: 'guardrails',
  organisation_defaults: 'organisation-defaults',
  prompt: 'prompts',
  partial: 'partials',
  'prompt-partial': 'partials',
  label: 'labels',
  collection: 'collections',
  policy_usage_limits: 'usage-limits',
  policy_rate_limits: 'rate-limits',
  'api-key': 'api-keys',
}

/** Sections whose response is an object with one list. In combined exports, the name of that list means a section. */
const LISTED_PARTS: readonly Section[] = ['integration-models', 'integration-workspaces', 'guardrail-exclusions']

type Hint = Origin & { readonly section: Section | null }

export async function readPortkeyFiles(paths: readonly string[]): Promise<Rows> {
  const rows = new Rows()
  for (const path of paths) {
    const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true
    const files = isFolder ? await filesIn(path) : [path]
    for (const file of files) addFile(rows, file, isFolder ? relative(path, file) : file, await readJson(file))
  }
  if (rows.size === 0) throw notAnExport(paths.join(', '))
  return rows
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  if (files.length > MAX_FILES)
    throw new CommandError({
      what: `${folder} has more than ${MAX_FILES} files.`,
      fix: 'Choose the folder of the export.',
    })
  return files
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readText(path))
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError({
      what: `${path} is not JSON.`,
      why: error instanceof Error ? error.message : String(error),
    })
  }
}

function notAnExport(path: string): CommandError {
  return new CommandError({
    what: `${path} contains nothing to convert.`,
    why: 'It has no configs, virtual_keys, prompts or other resources of Portkey, and is not a list of them.',
    fix: 'Use the responses of the list and get operations, in files named after them (configs.json, virtual-keys.json, prompts/pp-1/versions.json), or one file {"configs": [...], "virtual_keys": [...], ...}. Or read the account with --from.',
  })
}

function addFile(rows: Rows, file: string, path: string, body: unknown): void {
  const combined = isObject(body) ? Object.entries(body).filter(([name]) => wordOf(name) !== null) : []
  const isResource = isObject(body) && (textIn(body, 'id') ?? textIn(body, 'slug')) !== null
  if (combined.length > 0 && !isResource && isObject(body) && !isListResponse(body, path)) {
    for (const [name, value] of Object.entries(body)) {
      const section = sectionOf(wordOf(name))
      if (section !== null)
        for (const row of rowsIn(value)) addRow(rows, row, { ...NOWHERE, section }, `${file}: ${name}`)
      else if (Array.isArray(value) || isObject(value)) rows.leave(`${name}: not converted (${file})`)
    }
    return
  }
  const hint = hintOf(path)
  for (const row of rowsIn(body)) addRow(rows, row, hint, file)
}

/** Whether, according to the path, `{"models": [...]}` is the response of one section and not a combined export. */
function isListResponse(body: JsonObject, path: string): boolean {
  const { section } = hintOf(path)
  return Object.keys(body).length <= 3 && section !== null && LISTED_PARTS.includes(section)
}

function addRow(rows: Rows, content: JsonObject, hint: Hint, place: string): void {
  const section = refined(hint.section ?? byObject(content) ?? byShape(content), content, hint)
  const name = textIn(content, 'name') ?? textIn(content, 'slug') ?? textIn(content, 'id') ?? ''
  if (section === null)
    return rows.leave(`${textIn(content, 'object') ?? 'resource'} ${name}: not converted (${place})`.replace('  ', ' '))
  rows.add(section, content, hint)
  for (const [member, part] of MEMBERS[section] ?? [])
    if (Array.isArray(content[member]))
      for (const row of rowsIn(content[member]))
        rows.add(part, row, { workspace: hint.workspace, parent: textIn(content, 'slug') ?? textIn(content, 'id') })
}

/** Lists inside get responses. */
const MEMBERS: Partial<Record<Section, readonly (readonly [member: string, part: Section])[]>> = {
  workspaces: [['users', 'members']],
  prompts: [['versions', 'prompt-versions']],
  partials: [['versions', 'partial-versions']],
  integrations: [
    ['models', 'integration-models'],
    ['workspaces', 'integration-workspaces'],
  ],
}

/** Distinguishes sections whose rows look alike: the `object` of a version is `prompt` too. */
function refined(section: Section | null, content: JsonObject, { parent }: Hint): Section | null {
  if (section === 'prompts' && (content['prompt_template'] !== undefined || textIn(content, 'prompt_id') !== null))
    return 'prompt-versions'
  if (section === 'users' && (textIn(content, 'org_role') !== null || content['workspace_id'] !== undefined))
    return 'members'
  if (section === 'users' && (content['invited_by'] !== undefined || content['accepted_at'] !== undefined))
    return 'invites'
  if (
    section === 'partials' &&
    parent !== null &&
    content['prompt_partial_version_id'] !== undefined &&
    !('slug' in content)
  )
    return 'partial-versions'
  return section
}

function byObject(content: JsonObject): Section | null {
  const object = textIn(content, 'object')
  return object !== null && Object.hasOwn(OBJECTS, object) ? (OBJECTS[object] ?? null) : null
}

function byShape(content: JsonObject): Section | null {
  const has = (...names: string[]) => names.every((name) => content[name] !== undefined)
  const type = String(content['type'] ?? '')
  if (has('checks') || /^pg-/.test(String(content['slug']))) return 'guardrails'
  if (has('group_by')) return has('credit_limit') ? 'usage-limits' : has('unit') ? 'rate-limits' : null
  if (has('scopes') && /^(organisation|workspace)-(service|user)$/.test(type)) return 'api-keys'
  if (has('ai_provider_id')) return 'integrations'
  if (has('integration_id')) return 'providers'
  if (has('ai_provider_name') || has('provider')) return 'virtual-keys'
  if (has('email')) return has('invited_by') || has('accepted_at') ? 'invites' : has('org_role') ? 'members' : 'users'
  if (has('color_code') || has('is_universal')) return 'labels'
  if (has('collection_details') || has('parent_collection_id')) return 'collections'
  if (has('prompt_template')) return 'prompt-versions'
  if (has('config') || type === 'ORG_CONFIG' || /^pc-/.test(String(content['slug']))) return 'configs'
  if (has('parameters') || has('prompt_version') || has('string') || has('model')) return 'prompts'
  if (/^ws-/.test(String(content['slug']))) return 'workspaces'
  return /^pp-/.test(String(content['slug'])) ? 'prompts' : null
}

function wordOf(text: string): Section | 'versions' | 'models' | null {
  const name = text
    .replace(/\.json$/i, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[_ .]/g, '-')
    .replace(/^(?:list|get|get-all|all|v1)-/, '')
  return Object.hasOwn(WORDS, name) ? (WORDS[name] ?? null) : null
}

function sectionOf(word: ReturnType<typeof wordOf>): Section | null {
  if (word === 'versions') return 'prompt-versions'
  return word === 'models' ? 'integration-models' : word
}

/** `workspaces/ws-a/prompts/pp-1/versions.json` is the version list of pp-1 in ws-a. */
function hintOf(path: string): Hint {
  const parts = path.split(/[\\/]/).map((part) => part.replace(/\.json$/i, ''))
  if (parts.includes('workspace-exclusions')) return { ...NOWHERE, section: 'guardrail-exclusions' }
  const words = parts.map(wordOf)
  const at = words.findLastIndex((word) => word !== null)
  if (at === -1) return { ...NOWHERE, section: null }
  const earlier = words.slice(0, at)
  const inWorkspace = earlier.lastIndexOf('workspaces')
  const workspace = inWorkspace === -1 || inWorkspace + 1 >= at ? null : (parts[inWorkspace + 1] ?? null)
  const parent = at > 0 && words[at - 1] === null ? (parts[at - 1] ?? null) : null
  const word = words[at] ?? null
  if (word === 'versions') {
    const section = earlier.includes('partials') ? 'partial-versions' : 'prompt-versions'
    return { section, workspace, parent }
  }
  if (word === 'models')
    return { section: earlier.includes('integrations') ? 'integration-models' : null, workspace, parent }
  if (word === 'workspaces' && earlier.includes('integrations'))
    return { section: 'integration-workspaces', workspace: null, parent }
  if (word === 'users' && earlier.includes('workspaces')) return { section: 'members', workspace, parent }
  return { section: word, workspace, parent: null }
}
