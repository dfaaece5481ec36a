/** Provider settings as the form edits them. */

const DEPLOYMENTS = 'cloud_a_deployments'

/** The form edits the list of Azure deployments as JSON. */
export function settingsOf({
  settings,
}: {
  readonly settings: Readonly<Record<string, string>>
}): Record<string, string> {
  const list = settings[DEPLOYMENTS]
  return { ...settings, ...(list !== undefined && { [DEPLOYMENTS]: JSON.stringify(JSON.parse(list), null, 1) }) }
}

/** A setting is text, or a list. */
export function settingText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
