/** Name and slug of a new resource. The slug follows the name until the user edits it. */

import { TextField } from '../controls/field.tsx'
import type { FieldErrors } from './field-errors.ts'
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

type NameAndSlugProps = {
  readonly named: Named
  readonly onNamed: (named: Named) => void
  readonly errors: FieldErrors
  /** Where the slug is used: "Requests name it: @slug/model." */
  readonly hint?: string
  readonly placeholder?: string
}

export function NameAndSlug({ named, onNamed, errors, hint, placeholder }: NameAndSlugProps) {
  return (
    <div class="name-and-slug">
      <TextField
        label="Name"
        autocomplete="off"
        maxLength={128}
        placeholder={placeholder}
        value={named.name}
        onValue={(name) => onNamed(renamed(named, name))}
        error={errors('name')}
      />
      <TextField
        label="Slug"
        isOptional
        isCode
        autocomplete="off"
        maxLength={64}
        placeholder="from the name"
        value={named.slug}
        onValue={(slug) => onNamed({ ...named, slug })}
        hint={hint}
        error={errors('slug')}
      />
    </div>
  )
}
