import { expect, test } from 'bun:test'
import { z } from 'zod'
import { readParameters } from '../check-description.ts'
import { REMOTE_CHECKS } from './describe-remote-checks.ts'

const refuse = (path: string, reason: string): never => {
  throw new Error(`${path}: ${reason}`)
}

const WRONG: readonly unknown[] = [7, 'x', '', true, null, [], [7], {}, { a: 7 }, -1, 1e9, 'a b']

test.each(REMOTE_CHECKS.map((row) => [row.id, row] as const))('%s explains wrong parameters', (_, { parameters }) => {
  const { properties = {} } = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' })
  const reasons = new Set<string>()
  for (const name of Object.keys(properties)) {
    for (const value of WRONG) {
      try {
        readParameters(parameters, { [name]: value }, refuse)
      } catch (error) {
        reasons.add((error as Error).message)
      }
    }
  }
  expect(reasons.size).toBeGreaterThan(0)
  for (const reason of reasons) expect(reason).not.toMatch(/Invalid|Too (?:small|big)|undefined/)
})
