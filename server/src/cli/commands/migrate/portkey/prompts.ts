/** Converts prompts and partials with all versions. Version numbers are kept, because programs pin them. */

import { textOrNull } from '../../../../core/json.ts'
import { isObject, type JsonObject } from '../../../remote.ts'
import { isSlug } from '../conversion.ts'
import { type Account, isDefault } from './account.ts'
import { idOf } from './fields.ts'
import { type Row, textIn } from './rows.ts'

export function promptFiles(account: Account): void {
  for (const row of account.rows.of('partials')) partialFile(row, account)
  for (const row of account.rows.of('prompts')) promptFile(row, account)
}

function partialFile(row: Row, account: Account): void {
  const { conversion, homeOf, named } = account
  const subject = named('partial', row)
  const slug = textIn(row.content, 'slug') ?? ''
  if (!isSlug(slug)) return conversion.skip(`${subject}: it has no valid slug`)
  const found = versionsOf(row, 'partial-versions', account).flatMap(([number, content]): [number, JsonObject][] =>
    textIn(content, 'string') === null
      ? []
      : [
          [
            number,
            {
              ...versionId(content, number, subject, account),
              description: descriptionOf(content),
              string: content['string'],
            },
          ],
        ],
  )
  const versions = numbered(found, subject, account)
  if (versions === null) return conversion.skip(`${subject}: the export contains no text; export it with its content`)
  const published = publishedNumber(row, 'partial-versions', account) ?? versions.length
  conversion.add(
    'partials',
    slug,
    {
      ...idOf(row.content, subject, conversion),
      name: textIn(row.content, 'name') ?? slug,
      published: Math.min(published, versions.length),
      versions,
    },
    homeOf(row),
  )
}

function promptFile(row: Row, account: Account): void {
  const { conversion, homeOf, named, rows } = account
  const { content } = row
  const subject = named('prompt', row)
  const slug = textIn(content, 'slug') ?? textIn(content, 'id') ?? ''
  if (!isSlug(slug)) return conversion.skip(`${subject}: it has no valid slug`)
  const found = versionsOf(row, 'prompt-versions', account).flatMap(([number, version]): [number, JsonObject][] => {
    const made = versionFile(version, row, subject, account)
    return made === null ? [] : [[number, { ...versionId(version, number, subject, account), ...made }]]
  })
  const versions = numbered(found, subject, account)
  if (versions === null)
    return conversion.skip(
      `${subject}: the export contains no template; export it with its content (GET /prompts/${slug})`,
    )
  const published = publishedNumber(row, 'prompt-versions', account) ?? versions.length
  const home = homeOf(row)
  const collection = textIn(content, 'collection_id')
  const known = rows
    .of('collections')
    .find((one) => [one.content['id'], one.content['slug']].includes(collection) && homeOf(one) === home)
  if (collection !== null && known === undefined)
    conversion.note(
      `${subject}: its collection ${collection} is not in the export; it goes into the default collection`,
    )
  const folder = known === undefined || isDefault(known.content) ? null : textIn(known.content, 'slug')
  conversion.add(
    'prompts',
    slug,
    {
      format: 'gatehouse-prompt/1',
      ...idOf({ ...content, slug }, subject, conversion),
      slug,
      name: textIn(content, 'name') ?? slug,
      published: Math.min(published, versions.length),
      ...(folder !== null && { collection_id: folder }),
      versions,
    },
    home,
  )
}

type PartSection = 'prompt-versions' | 'partial-versions'

function partsOf({ content, origin }: Row, section: PartSection, { rows }: Account): readonly Row[] {
  const names = [content['id'], content['slug']]
  return rows.of(section).filter((part) => {
    const parent = textIn(part.content, 'prompt_id') ?? textIn(part.content, 'prompt_partial_id') ?? part.origin.parent
    const isSameHome =
      part.origin.workspace === null ||
      origin.workspace === null ||
      part.origin.workspace === origin.workspace ||
      part.origin.workspace === content['workspace_id']
    return isSameHome && names.includes(parent)
  })
}

/** All known versions, sorted by number: those of the version list, and the version in the get response. */
function versionsOf(row: Row, section: PartSection, account: Account): readonly (readonly [number, JsonObject])[] {
  const found = new Map<number, JsonObject>()
  const own = numberOf(row.content)
  const parts = partsOf(row, section, account)
  // The id of the row is the id of the prompt, not of the version.
  const { id: _id, ...first } = row.content
  if (parts.length === 0 || own !== null) found.set(own ?? 1, first)
  for (const { content } of parts) {
    const number = numberOf(content) ?? found.size + 1
    found.set(number, { ...found.get(number), ...content })
  }
  return [...found].toSorted(([left], [right]) => left - right)
}

/** The id of a version. In the version list, its member is called `id`. */
function versionId(version: JsonObject, number: number, subject: string, { conversion }: Account): JsonObject {
  const id = version['prompt_version_id'] ?? version['prompt_partial_version_id'] ?? version['id']
  return idOf({ id }, `${subject}, version ${number}`, conversion)
}

function numberOf(version: JsonObject): number | null {
  const number = Number(version['prompt_version'] ?? version['version'] ?? version['number'])
  return Number.isInteger(number) && number >= 1 && number <= 1_000 ? number : null
}

/** Numbers the versions from 1 without gaps. A number that the export lacks gets the content of the next version. */
function numbered(
  found: readonly (readonly [number, JsonObject])[],
  subject: string,
  { conversion }: Account,
): readonly JsonObject[] | null {
  const last = found.at(-1)
  if (last === undefined) return null
  const content = new Map(found)
  const versions: JsonObject[] = []
  for (let number = 1; number <= last[0]; number++) {
    const next = found.find(([other]) => other >= number)
    if (!content.has(number))
      conversion.skip(
        `${subject}: version ${number} is not in the export; to keep the numbers, it gets the content of version ${next?.[0]}`,
      )
    const { id, ...filled } = next?.[1] ?? {}
    versions.push({
      number,
      ...(content.has(number) && id !== undefined && { id }),
      ...filled,
      ...(!content.has(number) && 'labels' in (next?.[1] ?? {}) && { labels: [] }),
    })
  }
  return versions
}

/** If no version is marked as published, uses the version of the get response, which is the published one. */
function publishedNumber(row: Row, section: PartSection, account: Account): number | null {
  const published = partsOf(row, section, account).find(
    ({ content }) =>
      isDefault(content) ||
      ['published', 'default'].includes(String(content['status'] ?? content['prompt_version_status'])),
  )
  return (published === undefined ? null : numberOf(published.content)) ?? numberOf(row.content)
}

function descriptionOf(version: JsonObject): string | null {
  return (
    textIn(version, 'version_description') ??
    textIn(version, 'prompt_version_description') ??
    textIn(version, 'prompt_description') ??
    textIn(version, 'description')
  )
}

function versionFile(given: JsonObject, row: Row, subject: string, account: Account): JsonObject | null {
  const nested = isObject(given['prompt_template']) ? given['prompt_template'] : {}
  const version = { ...nested, ...given }
  const template = templateOf(
    version['string'] ??
      (isObject(given['prompt_template']) ? nested['messages'] : given['prompt_template']) ??
      version['messages'],
  )
  if (template === null) return null
  const parameters = isObject(version['parameters']) ? version['parameters'] : {}
  const { model: parameterModel, ...rest } = parameters
  return {
    description: descriptionOf(version),
    labels: labelsOf(version, row, subject, account),
    string: template,
    parameters: rest,
    model: textOrNull(version['model'] ?? parameterModel ?? row.content['model']),
    virtual_key: virtualKeyOf(version['virtual_key'] ?? row.content['virtual_key'], row, subject, account),
    functions: listOrNull(version['functions']),
    tools: listOrNull(version['tools']),
    tool_choice: version['tool_choice'] ?? null,
    template_metadata: isObject(version['template_metadata']) ? version['template_metadata'] : null,
    is_raw_template: version['is_raw_template'] === 1 || version['is_raw_template'] === true ? 1 : 0,
  }
}

/** A prompt can use only a virtual key of its workspace. */
function virtualKeyOf(value: unknown, row: Row, subject: string, { rows, conversion, homeOf }: Account): string | null {
  const name = textOrNull(value)
  if (name === null) return null
  const home = homeOf(row)
  if (conversion.has('virtual-keys', name, home)) return name
  const byId = [...rows.of('virtual-keys'), ...rows.of('providers')].find(
    (one) => one.content['id'] === name && homeOf(one) === home,
  )
  const slug = byId === undefined ? null : textIn(byId.content, 'slug')
  if (slug !== null && conversion.has('virtual-keys', slug, home)) return slug
  conversion.skip(`${subject}: its virtual key ${name} is not migrated; requests must select the provider`)
  return null
}

function labelsOf(
  version: JsonObject,
  row: Row,
  subject: string,
  { rows, conversion, homeOf }: Account,
): readonly string[] {
  const given = version['label_id'] ?? version['prompt_version_label_id'] ?? version['labels']
  const ids = (Array.isArray(given) ? given : given === null || given === undefined ? [] : [given]).map((one) =>
    String(isObject(one) ? one['id'] : one),
  )
  return ids
    .filter((id) => id !== '')
    .flatMap((id) => {
      const label = rows
        .of('labels')
        .find(
          (one) => [one.content['id'], one.content['name']].includes(id) && [homeOf(row), null].includes(homeOf(one)),
        )
      const name = label === undefined ? null : textIn(label.content, 'name')
      if (name === null)
        conversion.skip(`${subject}: label ${id} of version ${numberOf(version) ?? ''} is not in the export`)
      return name === null ? [] : [name]
    })
}

/** A text, a list of messages, or the JSON text of a list. */
function templateOf(value: unknown): unknown {
  if (Array.isArray(value) || (typeof value === 'string' && value !== '')) return value
  return null
}

function listOrNull(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) && value.length > 0 ? value : null
}
