/** A case about the value of one gateway header. */

import type { Case, Expected, Text } from '../../case.ts'
import { refused } from '../outcomes.ts'

export function optionCase(
  header: string,
  what: string,
  value: Text,
  expected: Expected = refused('invalid_header', header),
): Case {
  return { name: `${header}: ${what}`, headers: [[header, value]], expected }
}
