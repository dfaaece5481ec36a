/** Rules of providers for the JSON schemas of strict tools and structured outputs. */

import { isObject, refuseUnless } from './wire-server.ts'

/** OpenAI and Anthropic require `additionalProperties: false`. OpenAI also requires that every property is required. */
export function checkClosed(schema: unknown, where: string, allRequired: boolean): void {
  if (!isObject(schema)) return
  const properties = schema['properties']
  if (schema['type'] === 'object' || isObject(properties)) {
    refuseUnless(schema['additionalProperties'] === false, `${where}: additionalProperties must be false`)
    const required: unknown = schema['required']
    const names = Object.keys(isObject(properties) ? properties : {})
    if (allRequired) {
      refuseUnless(
        Array.isArray(required) && names.every((name) => required.includes(name)),
        `${where}: required must name every property`,
      )
    }
    for (const name of names)
      checkClosed((properties as Record<string, unknown>)[name], `${where}.${name}`, allRequired)
  }
  checkClosed(schema['items'], `${where}[]`, allRequired)
}
