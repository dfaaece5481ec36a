import { expect, test } from 'bun:test'
import { compileSpanCheck } from '../test-feed.ts'
import { PII_TYPES, STRUCTURED_TYPES } from './pii-types.ts'

const check = compileSpanCheck('default.pii')

function found(text: string, types?: readonly string[]): readonly (readonly [string, string])[] {
  const used = types === undefined ? check : compileSpanCheck('default.pii', { types })
  return used.find(text, 0).map((span) => [span.label, text.slice(span.start, span.end)] as const)
}

/** A text, and the findings in it. */
const FOUND: readonly (readonly [string, string, string])[] = [
  ['EMAIL_ADDRESS', 'mailto:john.doe+list@mail.example.co.uk, please', 'john.doe+list@mail.example.co.uk'],
  ['EMAIL_ADDRESS', '我的邮箱是test@example.com。', 'test@example.com'],
  ['PHONE_NUMBER', 'Ring +46 (0)8 928 571 38 now', '+46 (0)8 928 571 38'],
  ['PHONE_NUMBER', 'They are at 541-714-1388.', '541-714-1388'],
  ['PHONE_NUMBER', 'Desk: (898)666-3621x0135', '(898)666-3621x0135'],
  ['PHONE_NUMBER', 'at 0494 92 82 32 in Lyon', '0494 92 82 32'],
  ['PHONE_NUMBER', '416 60 039 office', '416 60 039'],
  ['CREDIT_CARD', 'pay with 4111 1111 1111 1111 today', '4111 1111 1111 1111'],
  ['CREDIT_CARD', 'amex 3782-822463-10005', '3782-822463-10005'],
  ['CREDIT_CARD', 'my card 675984103431 is lost', '675984103431'],
  ['IBAN_CODE', 'IBAN DE89 3704 0044 0532 0130 00 please', 'DE89 3704 0044 0532 0130 00'],
  ['IBAN_CODE', 'gb29nwbk60161331926819', 'gb29nwbk60161331926819'],
  ['IP_ADDRESS', 'from 86.121.97.248|x', '86.121.97.248'],
  ['IP_ADDRESS', 'at 2001:db8::8a2e:370:7334.', '2001:db8::8a2e:370:7334'],
  ['MAC_ADDRESS', 'eth0 00:1A:2B:3C:4D:5E', '00:1A:2B:3C:4D:5E'],
  ['CRYPTO', 'to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['CRYPTO', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['CRYPTO', '0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['URL_CREDENTIALS', 'see postgres://admin:hunter2@db:5432/app', 'postgres://admin:hunter2@db:5432/app'],
  ['DATE_OF_BIRTH', 'She was born on 8/5/1989.', '8/5/1989'],
  ['STREET_ADDRESS', 'I live at 14 Crown Street now', '14 Crown Street'],
  ['STREET_ADDRESS', 'an 12 rue de la Paix, thanks', '12 rue de la Paix'],
  ['STREET_ADDRESS', 'Meet me at PSC 1437, Box 3833\nAPO AA 66791', 'PSC 1437, Box 3833\nAPO AA 66791'],
  ['US_SSN', "Here's it: 054-28-6917", '054-28-6917'],
  ['US_SSN', 'my ssn is 054286917', '054286917'],
  ['US_ITIN', '912-70-1234', '912-70-1234'],
  ['US_PASSPORT', 'passport number 912803456', '912803456'],
  ['US_DRIVER_LICENSE', "my driver's license is F162823540116", 'F162823540116'],
  ['US_BANK_NUMBER', 'my account 123456789012', '123456789012'],
  ['UK_NINO', 'AB 12 34 56 C', 'AB 12 34 56 C'],
  ['UK_NHS', 'NHS 943 476 5919', '943 476 5919'],
  ['DE_TAX_ID', 'Steuer-ID 86 095 742 719', '86 095 742 719'],
  ['FR_NIR', '2 55 08 14 168 025 38', '2 55 08 14 168 025 38'],
  ['ES_NIF', 'DNI 12345678Z', '12345678Z'],
  ['ES_NIF', 'X1234567L', 'X1234567L'],
  ['IT_FISCAL_CODE', 'RSSMRA85T10A562S', 'RSSMRA85T10A562S'],
  ['NL_BSN', 'BSN 111222333', '111222333'],
  ['PL_PESEL', 'PESEL 44051401359', '44051401359'],
  ['SE_PERSONNUMMER', '811228-9874', '811228-9874'],
  ['FI_HETU', '131052-308T', '131052-308T'],
  ['CH_AHV', '756.9217.0769.85', '756.9217.0769.85'],
  ['BE_NRN', '85.07.30-033.28', '85.07.30-033.28'],
  ['BR_CPF', '529.982.247-25', '529.982.247-25'],
  ['CA_SIN', 'SIN 046 454 286', '046 454 286'],
  ['AU_TFN', 'TFN 123 456 782', '123 456 782'],
  ['IN_AADHAAR', '2341 2341 2346', '2341 2341 2346'],
  ['IN_PAN', 'ABCPE1234F', 'ABCPE1234F'],
  ['CN_RESIDENT_ID', '11010519491231002X', '11010519491231002X'],
  ['SG_NRIC', 'S1234567D', 'S1234567D'],
  ['ZA_ID', '8001015009087', '8001015009087'],
  ['NO_FODSELSNUMMER', 'fødselsnummer 15108695088', '15108695088'],
  ['NO_FODSELSNUMMER', '151086 95088', '151086 95088'],
  ['DK_CPR', 'CPR 211062-5629', '211062-5629'],
  ['CZ_BIRTH_NUMBER', '710319/2745', '710319/2745'],
  ['PT_NIF', 'NIF 501 964 843', '501 964 843'],
  ['RO_CNP', 'CNP 1630615123457', '1630615123457'],
  ['TR_TCKN', 'TC Kimlik No 17291716060', '17291716060'],
  ['MX_CURP', 'CURP BOXW310820HNERXN09', 'BOXW310820HNERXN09'],
  ['AU_MEDICARE', 'Medicare 2123 45670 1', '2123 45670 1'],
  ['KR_RRN', '850315-1234566', '850315-1234566'],
  ['IL_ID', 'teudat zehut 039337423', '039337423'],
]

for (const [type, text, value] of FOUND) {
  test(`${type}: ${text}`, () => expect(found(text)).toEqual([[type, value]]))
}

/** The numbers above with a wrong check digit or, if they have none, with a date that does not exist. */
const WRONG = [
  'fødselsnummer 15108695089',
  'fødselsnummer 15138695088',
  '151086 95089',
  'CPR 321062-5629',
  '710319/2746',
  'NIF 501964842',
  'CNP 1630615123458',
  'CNP 1631315123457',
  'TC Kimlik No 17291716050',
  'TC Kimlik No 17291716061',
  'CURP BOXW310820HNERXN08',
  'medicare 2123456711',
  'medicare 7123456701',
  '850315-1234567',
  'teudat zehut 039337422',
]

for (const text of WRONG) test(`finds nothing: ${text}`, () => expect(found(text)).toEqual([]))

const HARMLESS = [
  'The meeting is at 12:30:45 on 2024-02-29, room 1.2.3, version 10.4.2.1 of the driver.',
  'In 1998, 1,439,323,776 people; pi is 3.14159265358979; order 4111111111111112.',
  'Call std::vector<int> or a::b; use icon@2x.png, @types/node@20.1.0 and user@localhost.',
  'See resolution 872 (1993) and document S/1994/359; ISBN 978-3-16-148410-0.',
  'The hash is d41d8cd98f00b204e9800998ecf8427e and the id 550e8400-e29b-41d4-a716-446655440000.',
  'GB29NWBK60161331926818 has a wrong checksum, like 123-45-0000 and 12345678A.',
  'During 1992 the 1941 Indianapolis 500 took place; 12 March 2024; Chapter 3 Verse 16.',
  'Timestamps: 1731767000000, 1731767000, 20241116. Port 127.0.0.1:8080 and 0.0.0.0.',
  'https://example.com/path?id=123456789 and ws://host:8080/x',
]

for (const text of HARMLESS) test(`finds nothing: ${text}`, () => expect(found(text)).toEqual([]))

test('finds names, places and ages only if they are asked for', () => {
  const text = 'Dr. Cettina Fanucci of Allstate Insurance Group lives in France. She is 46 years old.'
  expect(found(text)).toEqual([])
  expect(found(text, PII_TYPES)).toEqual([
    ['TITLE', 'Dr.'],
    ['PERSON', 'Cettina Fanucci'],
    ['ORGANIZATION', 'Allstate Insurance Group'],
    ['LOCATION', 'France'],
    ['AGE', '46'],
  ])
  expect(found(text, ['PERSON'])).toEqual([['PERSON', 'Cettina Fanucci']])
})

test('recognises national phone numbers of the countries it is given', () => {
  const german = compileSpanCheck('default.pii', { types: ['PHONE_NUMBER'], phoneCountries: ['DE'] })
  expect(german.find('030 901820', 0)).toHaveLength(1)
  expect(compileSpanCheck('default.pii', { types: ['PHONE_NUMBER'] }).find('030 901820', 0)).toHaveLength(0)
})

test('accepts other names of types, and looks for nothing else', () => {
  expect(found('a@example.com 054-28-6917', ['SSN'])).toEqual([['US_SSN', '054-28-6917']])
  expect(found('a@example.com 054-28-6917', ['EMAIL'])).toEqual([['EMAIL_ADDRESS', 'a@example.com']])
})

test('reports, redacts or tokenises', () => {
  const text = 'a@example.com'
  expect(check.failsOnFinding).toBe(true)
  expect(check.find(text, 0)[0]?.action).toEqual({ kind: 'report' })
  const redact = compileSpanCheck('default.pii', { action: 'redact', replacement: '<{type}>' })
  expect(redact.failsOnFinding).toBe(false)
  expect(redact.find(text, 0)[0]?.action).toEqual({ kind: 'replace', text: '<EMAIL_ADDRESS>' })
  const tokenise = compileSpanCheck('default.pii', { action: 'tokenise' })
  expect(tokenise.failsOnFinding).toBe(false)
  expect(tokenise.find(text, 0)[0]?.action).toEqual({ kind: 'tokenise' })
})

const REFUSED: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ types: ['EMIAL'] }, 'checks[0].parameters.types[0]: expected one of EMAIL_ADDRESS'],
  [{ types: [] }, 'checks[0].parameters.types: expected at least one type.'],
  [{ action: 'mask' }, 'checks[0].parameters.action: expected "detect", "redact" or "tokenise".'],
  [{ phoneCountries: ['XX'] }, 'checks[0].parameters.phoneCountries[0]: no numbering plan is known for "XX".'],
]
for (const [parameters, reason] of REFUSED) {
  test(`refuses ${JSON.stringify(parameters)}`, () =>
    expect(() => compileSpanCheck('default.pii', parameters)).toThrow(reason))
}

test('every type that is looked for by default has a case above', () => {
  const covered = new Set(FOUND.map(([type]) => type))
  expect(STRUCTURED_TYPES.filter((type) => !covered.has(type))).toEqual([])
})
