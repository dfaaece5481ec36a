/**
 * Numbering plans of countries, from the data of libphonenumber-js. The library's parser takes about 30 microseconds
 * per number and 40 ms to load. These tables take less than one microsecond per number and 2 ms to load.
 */

/** The first fields of a country's plan. Fields of type `unknown` are not used here. */
type PlanData = readonly [
  callingCode: string,
  internationalPrefix: unknown,
  pattern: string,
  lengths: readonly number[],
  formats: unknown,
  nationalPrefix: string | 0 | undefined,
]
type Metadata = { readonly countries: Readonly<Record<string, PlanData>> }

type Plan = { readonly lengths: ReadonlySet<number>; readonly pattern: RegExp; readonly prefix: string }

/** Calling codes of services without a country, such as freephone and satellite numbers. */
const NON_GEOGRAPHIC = [800, 808, 870, 878, 881, 882, 883, 888, 979]

let metadata: Metadata | null = null
let lengthsByCode: ReadonlyMap<number, ReadonlySet<number>> | null = null
const plans = new Map<string, Plan>()

/** Loaded with the first check that looks for phone numbers: the plans take 80 KB. */
function countries(): Metadata['countries'] {
  metadata ??= import.meta.require('libphonenumber-js/metadata.min.json') as Metadata
  return metadata.countries
}

export function isSupportedCountry(country: string): boolean {
  return Object.hasOwn(countries(), country)
}

/** Reads the plans, so that the first request does not wait for it. */
export function loadPlans(ofCountries: readonly string[]): void {
  lengthsByCode ??= readLengths()
  for (const country of ofCountries) planOf(country)
}

/**
 * Whether the digits from `from` to `total`, without the one at `skipped`, have a country code and a length that is
 * possible in that country.
 */
export function isPossibleInternational(digits: Uint8Array, from: number, skipped: number, total: number): boolean {
  lengthsByCode ??= readLengths()
  const count = total - from - (skipped < total ? 1 : 0)
  let code = 0
  for (let size = 1; size <= 3 && size <= count; size++) {
    const at = from + size - 1
    code = code * 10 + (digits[at < skipped ? at : at + 1] as number)
    // Country codes do not begin with 0.
    if (code === 0) return false
    const lengths = lengthsByCode.get(code)
    if (lengths !== undefined) return lengths.has(count - size)
  }
  return false
}

/** Whether digits are a number of a country, with or without its national prefix. */
export function isNationalNumber(digits: string, country: string): boolean {
  const plan = planOf(country)
  if (matches(plan, digits)) return true
  return plan.prefix !== '' && digits.startsWith(plan.prefix) && matches(plan, digits.slice(plan.prefix.length))
}

function planOf(country: string): Plan {
  let plan = plans.get(country)
  if (plan === undefined) {
    plan = readPlan(country)
    plans.set(country, plan)
  }
  return plan
}

function matches({ lengths, pattern }: Plan, digits: string): boolean {
  return lengths.has(digits.length) && pattern.test(digits)
}

function readPlan(country: string): Plan {
  const data = countries()[country]
  if (data === undefined) throw new Error(`libphonenumber-js has no plan of ${country}`)
  const [, , pattern, lengths, , prefix] = data
  return { lengths: new Set(lengths), pattern: new RegExp(`^(?:${pattern})$`), prefix: prefix || '' }
}

function readLengths(): ReadonlyMap<number, ReadonlySet<number>> {
  const byCode = new Map<number, Set<number>>(NON_GEOGRAPHIC.map((code) => [code, new Set([7, 8, 9, 10, 11, 12])]))
  for (const [callingCode, , , possible] of Object.values(countries())) {
    const lengths = byCode.get(Number(callingCode)) ?? new Set()
    // Shorter numbers are dialled only inside a town.
    for (const length of possible) if (length >= 5) lengths.add(length)
    byCode.set(Number(callingCode), lengths)
  }
  return byCode
}
