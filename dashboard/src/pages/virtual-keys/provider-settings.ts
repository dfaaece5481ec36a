/** Converts provider settings from the response format to the request format. */

/** `cloudARegion` of `model_config` is `cloud_a_region` in a body. */
export function settingsOf(config: Readonly<Record<string, unknown>>): Record<string, string> {
  const pairs = Object.entries(config).filter(([name]) => name !== 'customHost')
  return Object.fromEntries(
    pairs.map(([name, value]) => [
      // The form edits the list of Azure deployments as JSON.
      name === 'deploymentConfig' ? 'cloud_a_deployments' : snakeCase(name),
      settingText(value),
    ]),
  )
}

/** A setting is text, or a list. */
export function settingText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
