/** Name and slug of a new resource. The slug follows the name until the user edits it. */

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
