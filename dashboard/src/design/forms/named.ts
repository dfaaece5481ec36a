/** Name and slug of a new resource. The slug follows the name until the user edits it. */

import { ApiError } from '../../api/api-error.ts'
import { slugOf } from './slug-of.ts'

export type Named = { readonly name: string; readonly slug: string }

/** The change to a draft when its name changes. */
export function renamed(before: Named, name: string): Named {
  return { name, slug: before.slug === slugOf(before.name) ? slugOf(name) : before.slug }
}

/** Body fields; without a slug the gateway generates one. */
export function namedBody({ name, slug }: Named) {
  return { name: name.trim(), ...(slug.trim() !== '' && { slug: slug.trim() }) }
}

const MAX_TRIES = 20

/** Creates a resource. If its suggested slug is taken, tries `-2`, `-3` and so on; a typed slug is never changed. */
export async function createNamed<Created>(
  named: Named,
  create: (body: ReturnType<typeof namedBody>) => Promise<Created>,
): Promise<Created> {
  const isSuggested = named.slug === slugOf(named.name)
  for (let number = 1; ; number++) {
    const slug = number === 1 ? named.slug : `${named.slug}-${number}`
    try {
      return await create(namedBody({ ...named, slug }))
    } catch (thrown) {
      const isTaken = thrown instanceof ApiError && thrown.status === 409 && thrown.param === 'slug'
      if (!isTaken || !isSuggested || number === MAX_TRIES) throw thrown
    }
  }
}
