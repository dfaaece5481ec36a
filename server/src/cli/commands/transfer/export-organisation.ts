/** `gatehouse export`: writes all settings of an organisation to files, without secrets. */

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import type { JsonObject, Remote } from '../../remote.ts'
import { safeName } from '../configs/prompts.ts'
import type { Kind, Live } from '../kinds/kind.ts'
import { KINDS } from '../kinds/kinds.ts'
import { ORGANISATION_KIND, WORKSPACE_KIND } from './organisation-kinds.ts'

const EXPORT_FORMAT = 'gatehouse-export/1'
/** Kinds whose resources can apply to all workspaces. */
export const ORGANISATION_FOLDERS: readonly string[] = [
  'roles',
  'labels',
  'integrations',
  'guardrails',
  'prices',
  'keys',
  'workload-issuers',
  'usage-limits',
  'rate-limits',
  'alert-channels',
  'alert-rules',
  'sinks',
  'guardrail-defaults',
  'second-factor-policy',
  'sso-connections',
  'group-mappings',
  'sso-enforcement',
]
const DEFAULT_FOLDER = 'gatehouse-export'

type File = { readonly path: string; readonly content: JsonObject }

export async function exportOrganisation(call: Call): Promise<void> {
  const folder = call.operands[0] ?? DEFAULT_FOLDER
  const hasExport = await assertExportOrEmpty(folder)
  const remote = call.remote().within(null)
  const left: string[] = []
  const files = await collect(remote, left, (path) => call.output.progress(`Reading ${path}`))
  // Delete the old export only after everything was read, so that a failure leaves it unchanged.
  if (hasExport) await clear(folder)
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `${JSON.stringify(content, null, 2)}\n`)
  }
  const report = { folder, files: files.map(({ path }) => path), left_out: left }
  call.output.data(report, () =>
    [
      `${folder}: ${files.length} files.`,
      ...left.map((what) => `  ${call.output.colours.yellow('!')} not exported: ${what}`),
      'Exports never contain secrets, users, logs or audit entries.',
      `Next: gatehouse import ${folder} --dry-run`,
    ].join('\n'),
  )
}

async function collect(remote: Remote, left: string[], onPart: (path: string) => void): Promise<readonly File[]> {
  const [organisation] = await ORGANISATION_KIND.list(remote)
  const settings = organisation ? contentOf(ORGANISATION_KIND, organisation) : {}
  const files: File[] = [{ path: 'organisation.json', content: { format: EXPORT_FORMAT, ...settings } }]
  for (const kind of KINDS.filter(({ folder }) => ORGANISATION_FOLDERS.includes(folder))) {
    onPart(kind.folder)
    files.push(...filesOf(kind, (await kind.list(remote)).filter(isOf(null)), '', left))
  }
  for (const workspace of await WORKSPACE_KIND.list(remote)) {
    const place = `workspaces/${safeName(workspace.id)}/`
    const id = String(workspace.content['id'])
    files.push({ path: `${place}workspace.json`, content: contentOf(WORKSPACE_KIND, workspace) })
    for (const kind of KINDS) {
      onPart(place + kind.folder)
      files.push(...filesOf(kind, (await kind.list(remote.within(id))).filter(isOf(id)), place, left))
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Lists may include resources of other workspaces. Keeps those of one workspace, or of the organisation (null). */
export function isOf(workspaceId: string | null): (live: Live) => boolean {
  return ({ content }) => !('workspace_id' in content) || content['workspace_id'] === workspaceId
}

function contentOf(kind: Kind, live: Live): JsonObject {
  const written = kind.toFile(live)
  return written !== null && 'content' in written ? written.content : {}
}

/** Sorts resources with the same name by content, so that every export gives them the same file names. */
function filesOf(kind: Kind, lives: readonly Live[], place: string, left: string[]): readonly File[] {
  const files: { name: string; content: JsonObject }[] = []
  for (const live of lives) {
    const written = kind.toFile(live)
    if (written === null) continue
    if ('left' in written) left.push(place + written.left)
    else files.push({ ...written, name: safeName(written.name) })
  }
  const texts = files.map((file) => ({ ...file, text: JSON.stringify(file.content) }))
  texts.sort((a, b) => (a.name === b.name ? (a.text < b.text ? -1 : 1) : a.name < b.name ? -1 : 1))
  const counts = new Map<string, number>()
  return texts.map(({ name, content }) => {
    // Some file systems ignore case in names.
    const count = (counts.get(name.toLowerCase()) ?? 0) + 1
    counts.set(name.toLowerCase(), count)
    return { path: `${place}${kind.folder}/${count === 1 ? name : `${name}-${count}`}.json`, content }
  })
}

/**
 * Returns true if the folder contains an earlier export, which may be overwritten. Throws if it contains other files.
 */
async function assertExportOrEmpty(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch(() => [])
  if (entries.length === 0) return false
  const text = await readFile(join(folder, 'organisation.json'), 'utf8').catch(() => '{}')
  if (text.includes(`"${EXPORT_FORMAT}"`)) return true
  throw new CommandError({
    what: `${folder} is not empty and is not an export.`,
    why: 'An export replaces the content of its folder.',
    fix: 'Choose another folder.',
  })
}

async function clear(folder: string): Promise<void> {
  const own = [...ORGANISATION_FOLDERS, 'workspaces']
  for (const name of own) await rm(join(folder, name), { recursive: true, force: true })
}

export function isExport(content: JsonObject): boolean {
  return content['format'] === EXPORT_FORMAT
}
