/** Organisation role selection, with descriptions. */

import { CheckField } from '../../design/controls/field.tsx'
import { grantableRoles, type OrganisationRole } from './people.ts'

type RoleChoiceProps = { readonly role: OrganisationRole; readonly onRole: (role: OrganisationRole) => void }

export function RoleChoice({ role, onRole }: RoleChoiceProps) {
  return (
    <fieldset class="stack-tight">
      <legend class="field-label">Role in the organisation</legend>
      {grantableRoles().map((one) => (
        <CheckField
          key={one.value}
          radioName="organisation-role"
          label={one.label}
          hint={one.about}
          isChecked={one.value === role}
          onChecked={() => onRole(one.value)}
        />
      ))}
      <a class="caption" href="/users/roles">
        Every permission of each role
      </a>
    </fieldset>
  )
}
