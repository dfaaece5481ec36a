/** Checksums of card, account and identity numbers. Digits are numbers from 0 to 9 in an array. */

export type Digits = ArrayLike<number>

export function luhn(digits: Digits, from: number, count: number): boolean {
  let sum = 0
  for (let i = 0; i < count; i++) {
    let digit = digits[from + count - 1 - i] as number
    if (i % 2 === 1) {
      digit *= 2
      if (digit > 9) digit -= 9
    }
    sum += digit
  }
  return sum % 10 === 0
}

/** The sum of the first digits, each multiplied by the weight at the same index. */
export function weighted(digits: Digits, weights: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += (digits[i] as number) * (weights[i] as number)
  return sum
}

/** The remainder of a decimal number of `count` digits, however long. */
export function remainder(digits: Digits, count: number, divisor: number): number {
  let rest = 0
  for (let i = 0; i < count; i++) rest = (rest * 10 + (digits[i] as number)) % divisor
  return rest
}

/** ISO 7064 mod 97-10 over an IBAN whose first four characters are moved to the end. */
export function isValidIban(compact: string): boolean {
  let rest = 0
  for (let i = 0; i < compact.length; i++) {
    const code = compact.charCodeAt((i + 4) % compact.length)
    if (code >= 0x30 && code <= 0x39) rest = (rest * 10 + code - 0x30) % 97
    else if (code >= 0x41 && code <= 0x5a) rest = (rest * 100 + code - 0x37) % 97
    else return false
  }
  return rest === 1
}

/** ISO 7064 mod 11,10. */
export function iso7064Mod11and10(digits: Digits, count: number): boolean {
  let product = 10
  for (let i = 0; i < count - 1; i++) {
    let sum = ((digits[i] as number) + product) % 10
    if (sum === 0) sum = 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === digits[count - 1]
}

const VERHOEFF_PRODUCT = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
].map((row) => [...row].map(Number))

const VERHOEFF_PERMUTATION = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
].map((row) => [...row].map(Number))

export function verhoeff(digits: Digits, count: number): boolean {
  let check = 0
  for (let i = 0; i < count; i++) {
    const permuted = VERHOEFF_PERMUTATION[i % 8]?.[digits[count - 1 - i] as number] as number
    check = VERHOEFF_PRODUCT[check]?.[permuted] as number
  }
  return check === 0
}

/** False if all digits are equal. 000000000 satisfies many checksums. */
export function varies(digits: Digits, count: number): boolean {
  for (let i = 1; i < count; i++) if (digits[i] !== digits[0]) return true
  return false
}

export function isDayOfMonth(day: number, month: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31)
}
