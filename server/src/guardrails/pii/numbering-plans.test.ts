import { expect, test } from 'bun:test'
import { getCountries, getExampleNumber, Metadata } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { isNationalNumber, isPossibleInternational, isSupportedCountry } from './numbering-plans.ts'

/** Part of the library's own reader of the same data. Its type declarations do not include the plan. */
type NumberingPlan = { possibleLengths: () => readonly number[]; callingCode: () => string }

test('an example number of every country of the library is possible and national', () => {
  expect(getCountries().length).toBeGreaterThan(200)
  for (const country of getCountries()) {
    expect(isSupportedCountry(country)).toBe(true)
    const example = getExampleNumber(country, examples)
    // Shorter numbers are dialled only inside a town.
    if (example === undefined || example.nationalNumber.length < 5) continue
    const digits = Uint8Array.from(example.number.slice(1), Number)
    expect(isPossibleInternational(digits, 0, digits.length, digits.length)).toBe(true)
    expect(isNationalNumber(example.nationalNumber, country)).toBe(true)
  }
})

test('the lengths of every country are those that the library reads', () => {
  for (const country of getCountries()) {
    const metadata = new Metadata()
    metadata.selectNumberingPlan(country)
    const plan = (metadata as unknown as { numberingPlan: NumberingPlan }).numberingPlan
    for (const length of plan.possibleLengths().filter((count) => count >= 5)) {
      const digits = Uint8Array.from(plan.callingCode() + '9'.repeat(length), Number)
      expect(isPossibleInternational(digits, 0, digits.length, digits.length)).toBe(true)
    }
  }
})

test('a digit that is skipped does not count', () => {
  const digits = Uint8Array.from('460892857138', Number)
  expect(isPossibleInternational(digits, 0, 2, digits.length)).toBe(true)
  expect(isPossibleInternational(Uint8Array.from('0046892857138', Number), 2, 13, 13)).toBe(true)
  expect(isPossibleInternational(Uint8Array.from('0892857138', Number), 0, 10, 10)).toBe(false)
})

test('names of members of objects are no countries', () => {
  expect(isSupportedCountry('constructor')).toBe(false)
  expect(isSupportedCountry('__proto__')).toBe(false)
})
