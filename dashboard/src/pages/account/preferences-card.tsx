/** Preferences of this browser: theme, time zone and shortcuts. */

import { setSingleKeys, singleKeys } from '../../app/keyboard.ts'
import { chooseTheme, type Theme, theme } from '../../app/theme.ts'
import { Combobox } from '../../design/controls/combobox.tsx'
import { CheckField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { Card } from '../../design/data/card.tsx'
import { allZones, BROWSER_ZONE, browserZone, chooseZone, chosenZone } from '../../design/data/time-zone.ts'

const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
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
        <Combobox
          label="Time zone"
          hint="For all tables and charts."
          choices={zoneChoices()}
          value={chosenZone.value}
          onValue={chooseZone}
        />
        <CheckField
          label="Single-letter shortcuts"
          hint="For example g l opens Logs. Turn off if you use dictation. Ctrl K always works."
          isChecked={singleKeys.value}
          onChecked={setSingleKeys}
        />
      </div>
    </Card>
  )
}

function zoneChoices() {
  const zones = allZones().map((zone) => ({ value: zone, label: zone }))
  return [{ value: BROWSER_ZONE, label: `Browser (${browserZone()})` }, ...zones]
}
