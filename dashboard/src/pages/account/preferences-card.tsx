/** Theme and shortcut preferences of this browser. */

import { setSingleKeys, singleKeys } from '../../app/keyboard.ts'
import { chooseTheme, type Theme, theme } from '../../app/theme.ts'
import { CheckField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { Card } from '../../design/data/card.tsx'

const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function PreferencesCard() {
  return (
    <Card title="This browser">
      <div class="stack">
        <div class="stack-tight">
          <span class="field-label">Theme</span>
          <div>
            <Segments
              label="Theme"
              choices={THEMES}
              value={theme.value}
              onValue={(chosen) => chooseTheme(THEMES.find((one) => one.value === chosen)?.value ?? 'system')}
            />
          </div>
        </div>
        <CheckField
          label="Single letters are shortcuts"
          hint="Such as g l for Logs. Switch them off if you dictate, or brush keys by accident; Ctrl K stays."
          isChecked={singleKeys.value}
          onChecked={setSingleKeys}
        />
      </div>
    </Card>
  )
}
