/** The inputs for the name and the slug of a new resource. */

import { TextField } from '../controls/field.tsx'
import type { FieldErrors } from './field-errors.ts'
import { type Named, renamed } from './named.ts'

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
