/** `gatehouse prompts`: lists, pulls, pushes, publishes and compares prompts. */

import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { readObject } from '../../input/read-file.ts'
import { differenceLine, differences } from '../../json-difference.ts'
import { type JsonObject, objectsOf } from '../../remote.ts'
import { PROMPT_KIND } from '../kinds/prompt-kind.ts'

export async function listPrompts(call: Call): Promise<void> {
  const rows = await call.remote().list('/prompts')
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['SLUG', (row) => String(row['slug'])],
        ['NAME', (row) => String(row['name'])],
        ['MODEL', (row) => String(row['model'] ?? '')],
        ['PUBLISHED', (row) => Number(row['published_version'])],
        ['LATEST', (row) => Number(row['latest_version'])],
      ],
      'No prompts.',
    ),
  )
}

export async function pullPrompts(call: Call): Promise<void> {
  const remote = call.remote()
  const folder = call.text('to') ?? 'prompts'
  const all = call.operands.length === 0 ? await remote.list('/prompts') : null
  const slugs = all === null ? call.operands : all.map((row) => String(row['slug']))
  await mkdir(folder, { recursive: true })
  const written: JsonObject[] = []
  for (const slug of slugs) {
    const { $schema: _schema, ...file } = await remote.get(`/prompts/${encodeURIComponent(slug)}/export`)
    const path = join(folder, `${safeName(String(file['slug']))}.json`)
    await writeFile(path, `${JSON.stringify(file, null, 2)}\n`)
    written.push({ slug: file['slug'], path, versions: (file['versions'] as unknown[]).length })
    call.output.progress(`${written.length} of ${slugs.length} prompts`)
  }
  call.output.data(written, () =>
    written.length === 0
      ? 'No prompts.'
      : written.map(({ path, versions }) => `${path}  ${versions} version${versions === 1 ? '' : 's'}`).join('\n'),
  )
}

export async function pushPrompts(call: Call): Promise<void> {
  const remote = call.remote()
  const pushed: JsonObject[] = []
  for (const path of call.operands) {
    const file = await readObject(path)
    if (typeof file['format'] !== 'string')
      throw new CommandError({
        what: `${path} is not a prompt file.`,
        why: 'It has no "format".',
        fix: 'Create it with gatehouse prompts pull.',
      })
    pushed.push({ path, ...(await remote.post('/prompts/import', { ...file, update: true })) })
  }
  call.output.data(pushed, () =>
    pushed
      .map(
        ({ path, slug, versions_added: added }) =>
          `${path} → ${slug}  ${added === 0 ? 'unchanged' : `${added} new version${added === 1 ? '' : 's'}`}`,
      )
      .join('\n'),
  )
}

export async function publishPrompt(call: Call): Promise<void> {
  const [slug = '', wanted = ''] = call.operands
  const remote = call.remote()
  const path = `/prompts/${encodeURIComponent(slug)}`
  const { published, versions } = await remote.get(`${path}/export`)
  const version = wanted === 'latest' ? objectsOf(versions).length : Number(wanted)
  if (!Number.isInteger(version) || version < 1)
    throw usageError(`VERSION must be a number or latest, not "${wanted}".`, 'prompts publish')
  await remote.put(`${path}/makeDefault`, { version })
  call.output.data({ slug, published: version, before: published }, () =>
    [`Requests for ${slug} now use version ${version}.`, `  undo  gatehouse prompts publish ${slug} ${published}`].join(
      '\n',
    ),
  )
}

export async function diffPrompt(call: Call): Promise<void> {
  const [path = ''] = call.operands
  const file = await readObject(path)
  const slug = call.text('slug') ?? (typeof file['slug'] === 'string' ? file['slug'] : basename(path, '.json'))
  const live = await PROMPT_KIND.read(call.remote(), slug)
  const wanted = { place: `prompts/${slug}`, content: file }
  PROMPT_KIND.check({ ...wanted, content: { ...file, slug } })
  const found = differences(PROMPT_KIND.owned(wanted, live), PROMPT_KIND.desired(wanted))
  call.output.data(found, () =>
    found.length === 0
      ? `${path} and ${slug} are the same.`
      : [`${slug} → ${path}`, ...found.map((one) => `  ${differenceLine(one)}`)].join('\n'),
  )
  if (found.length > 0) process.exitCode = 1
}

/** Slugs come from the gateway, so they must not lead to a path outside the folder. */
export function safeName(slug: string): string {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(slug)) return slug
  throw new CommandError({ what: `"${slug}" is not a valid file name.` })
}
