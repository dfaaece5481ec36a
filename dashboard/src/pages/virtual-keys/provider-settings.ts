/** Converts provider settings from the response format to the request format. */

/** `cloudARegion` of `model_config` is `cloud_a_region` in a body. */
export function settingsOf(config: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(config).filter(([name]) => name !== 'customHost')
  return Object.fromEntries(
    pairs.map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )
}
