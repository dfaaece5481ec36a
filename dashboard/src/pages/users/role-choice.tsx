/** Organisation role selection, with descriptions. */

import { useCustomRoles } from '../../app/roles.ts'
import { CheckField } from '../../design/controls/field.tsx'
import { grantableRoles, type OrganisationRole } from './people.ts'

type RoleChoiceProps = { readonly role: OrganisationRole; readonly onRole: (role: OrganisationRole) => void }

export function RoleChoice({ role, onRole }: RoleChoiceProps) {
  const custom = useCustomRoles('organisation')
  const choices = [
    ...grantableRoles(),
    ...custom.map(({ slug, name, description }) => ({ value: slug, label: name, about: description ?? undefined })),
  ]
  return (
    <fieldset class="stack-tight loads-choices">
      <legend class="field-label">Role in the organisation</legend>
      {choices.map((one) => (
        <CheckField
          key={one.value}
          radioName="organisation-role"
          label={one.label}
          hint={one.about}
          isChecked={one.value === role}
          onChecked={() => onRole(one.value)}
        />
      ))}
      <a class="caption" href="/roles">
        Every permission of each role
      </a>
    </fieldset>
  )
}
