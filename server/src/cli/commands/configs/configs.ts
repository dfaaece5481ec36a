/** `gatehouse configs list`, `get`, `pull` and `save`. */

import { mkdir, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { readObject } from '../../input/read-file.ts'
import { isObject, type JsonObject, type Remote } from '../../remote.ts'
import { CONFIG_KIND } from '../kinds/config-kind.ts'
import { safeName } from './prompts.ts'

export async function listConfigs(call: Call): Promise<void> {
  const rows = await call.remote().list('/configs')
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['SLUG', (row) => String(row['slug'])],
        ['NAME', (row) => String(row['name'])],
        ['VERSION', (row) => Number(row['version'])],
        ['DEFAULT', (row) => (row['is_default'] === 1 ? 'yes' : '')],
        ['STATUS', (row) => String(row['status'])],
        ['CHANGED', (row) => String(row['last_updated_at']).slice(0, 16).replace('T', ' ')],
      ],
      'No configs. Save one: gatehouse configs save router.json',
    ),
  )
}

/** Always prints JSON, so that the output can be saved as a file. */
export async function getConfig(call: Call): Promise<void> {
  const slug = encodeURIComponent(call.operands[0] ?? '')
  const version = call.text('version')
  const path = version === null ? `/configs/${slug}` : `/configs/${slug}/versions/${encodeURIComponent(version)}`
  const { name, config_object: config } = await call.remote().get(path)
  call.output.text(`${JSON.stringify({ name, config }, null, 2)}\n`)
}

/** Writes files that `plan` and `apply` can read. */
export async function pullConfigs(call: Call): Promise<void> {
  const remote = call.remote()
  const folder = call.text('to') ?? 'configs'
  const lives =
    call.operands.length === 0
      ? await CONFIG_KIND.list(remote)
      : await Promise.all(call.operands.map((slug) => CONFIG_KIND.read(remote, slug)))
  await mkdir(folder, { recursive: true })
  const written: JsonObject[] = []
  for (const live of lives) {
    const file = CONFIG_KIND.toFile(live)
    if (file === null || 'left' in file) continue
    const path = join(folder, `${safeName(file.name)}.json`)
    await writeFile(path, `${JSON.stringify(file.content, null, 2)}\n`)
    written.push({ slug: live.id, path, version: live.content['version'] })
  }
  call.output.data(written, () =>
    written.length === 0 ? 'No configs.' : written.map(({ path }) => String(path)).join('\n'),
  )
}

export async function saveConfig(call: Call): Promise<void> {
  const [path = ''] = call.operands
  const file = await readConfigFile(path)
  const remote = call.remote()
  const name = call.text('name') ?? file.name
  const slug = call.text('slug') ?? (await slugOfName(remote, name))
  const flags = call.has('default') ? { is_default: true } : {}
  const saved =
    slug === null
      ? await remote.post('/configs', { name, config: file.config, ...flags })
      : await remote.put(`/configs/${encodeURIComponent(slug)}`, { config: file.config, ...flags })
  for (const warning of texts(saved['warnings'])) call.output.note(`  ! ${warning}`)
  call.output.data(saved, () =>
    [
      `${slug === null ? 'Saved as' : 'Saved a new version of'} ${saved['slug']} (version ${saved['version']}).`,
      `  use  the header x-gateway-config: ${saved['slug']}`,
    ].join('\n'),
  )
}

/** Reads a bare config or `{"name", "config"}`. If there is no name, uses the file name. */
export async function readConfigFile(path: string): Promise<{ readonly name: string; readonly config: JsonObject }> {
  const object = await readObject(path)
  const defaultName = path === '-' ? 'From the command line' : basename(path, extname(path))
  const { config, name, $schema: _schema, ...rest } = object
  if (isObject(config)) return { name: typeof name === 'string' ? name : defaultName, config }
  return { name: defaultName, config: { ...rest, ...(name !== undefined && { name }) } }
}

async function slugOfName(remote: Remote, name: string): Promise<string | null> {
  const same = (await remote.list('/configs')).filter((row) => row['name'] === name)
  if (same.length > 1)
    throw new CommandError({
      what: `${same.length} configs have the name "${name}".`,
      fix: `Choose one with --slug: ${same.map((row) => row['slug']).join(', ')}`,
    })
  return same[0] === undefined ? null : String(same[0]['slug'])
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
