/** Helpers for cases about the config object. */

import type { Case, Expected, Text } from '../../case.ts'
import { refused } from '../outcomes.ts'

export const LEAF = '"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"k"'

export const TARGET = `{${LEAF}}`

export function config(name: string, text: Text, expected: Expected): Case {
  return { name, config: text, expected }
}

export const invalid = (param?: string): Expected => refused('config_invalid', param)
