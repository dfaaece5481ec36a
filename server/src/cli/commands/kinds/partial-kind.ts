/** Partial files with all their versions. Versions are only added, never changed. */

import { CommandError } from '../../command-error.ts'
import { type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { type Kind, type Live, nameIn, pick, type Wanted } from './kind.ts'

const OWNED = ['name', 'published', 'versions']

export const PARTIAL_KIND: Kind = {
  folder: 'partials',
  check({ place, content }) {
    const versions = objectsOf(content['versions'])
    const isWhole = versions.length > 0 && versions.every(({ number, string }, i) => number === i + 1 && isText(string))
    if (!isWhole)
      throw new CommandError({
        what: `${place}.json is not a partial file.`,
        why: 'It needs "versions": [{"number": 1, "string": "..."}], numbered from 1 without gaps.',
      })
  },
  needs: () => [],
  async list(remote) {
    const rows = await remote.list('/prompts/partials')
    return Promise.all(
      rows.map(async (row) => {
        const { id, content } = await this.read(remote, String(row['slug']))
        return { id, content: { ...content, id: row['id'] } }
      }),
    )
  },
  async read(remote, id) {
    const path = `/prompts/partials/${encodeURIComponent(id)}`
    const [partial, versions] = await Promise.all([remote.get(path), remote.list(`${path}/versions`)])
    return {
      id,
      content: {
        name: partial['name'],
        published: partial['published_version'],
        versions: versions
          .map(({ version, description, string }) => ({ number: Number(version), description, string }))
          .sort((left, right) => left.number - right.number),
      },
    }
  },
  isSame: (wanted, live) => live.id === nameIn(wanted.place),
  owned: (_, { content }) => pick(content, OWNED),
  desired(wanted) {
    const versions = versionsOf(wanted)
    const { name = nameIn(wanted.place), published = versions.length } = wanted.content
    return { name, published, versions }
  },
  async create(remote, wanted) {
    const { name } = this.desired(wanted)
    const slug = nameIn(wanted.place)
    const [first, ...rest] = objectsOf(wanted.content['versions'])
    const body = {
      ...pick(wanted.content, ['id']),
      name,
      slug,
      string: first?.['string'],
      version_description: first?.['description'],
      ...(first?.['id'] !== undefined && { version_id: first['id'] }),
    }
    await remote.post('/prompts/partials', body)
    await addVersions(remote, slug, rest)
    await publish(remote, slug, this.desired(wanted)['published'], 1)
    return { id: slug }
  },
  async update(remote, wanted, live) {
    const { name, published } = this.desired(wanted)
    const known = objectsOf(live.content['versions'])
    assertVersionsUnchanged(wanted, known)
    if (name !== live.content['name']) await remote.put(pathOf(live.id), { name })
    await addVersions(remote, live.id, objectsOf(wanted.content['versions']).slice(known.length))
    await publish(remote, live.id, published, live.content['published'])
  },
  async remove(remote, id) {
    await remote.delete(pathOf(id))
  },
  toFile: ({ id, content }: Live) => ({ name: id, content: pick(content, OWNED) }),
  /** Partials that other partials include come first. */
  ordered(wanted) {
    const done: Wanted[] = []
    const visit = (one: Wanted, around: ReadonlySet<string>) => {
      if (done.includes(one) || around.has(one.place)) return
      const text = versionsOf(one)
        .map(({ string }) => String(string))
        .join('\n')
      for (const other of wanted) if (includes(text, nameIn(other.place))) visit(other, new Set([...around, one.place]))
      done.push(one)
    }
    for (const one of wanted) visit(one, new Set())
    return done
  },
}

function pathOf(slug: string): string {
  return `/prompts/partials/${encodeURIComponent(slug)}`
}

function versionsOf({ content }: Wanted): readonly JsonObject[] {
  return objectsOf(content['versions']).map(({ number, description = null, string }) => ({
    number,
    description,
    string,
  }))
}

async function addVersions(remote: Remote, slug: string, versions: readonly JsonObject[]): Promise<void> {
  for (const { id, string, description = null } of versions)
    await remote.put(pathOf(slug), { string, description, ...(id !== undefined && { version_id: id }) })
}

async function publish(remote: Remote, slug: string, wanted: unknown, is: unknown): Promise<void> {
  if (wanted !== is) await remote.put(`${pathOf(slug)}/makeDefault`, { version: wanted })
}

function assertVersionsUnchanged(wanted: Wanted, known: readonly JsonObject[]): void {
  const versions = versionsOf(wanted)
  const changed = known.find(({ string }, i) => versions[i]?.['string'] !== string)
  if (changed === undefined) return
  throw new CommandError({
    what: `${wanted.place}: version ${changed['number']} differs from the gateway, and versions cannot be changed.`,
    fix: 'Add the new text as the next version.',
  })
}

function includes(text: string, slug: string): boolean {
  return new RegExp(`\\{\\{\\s*>\\s*${slug.replace(/[^\w-]/g, '')}\\s*\\}\\}`).test(text)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
