/** The types of personal data that can be selected, and which of them a check looks for by default. */

/** Types recognised by their format, most of them with a checksum. A check without `types` looks for these. */
export const STRUCTURED_TYPES = [
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'CREDIT_CARD',
  'IBAN_CODE',
  'IP_ADDRESS',
  'MAC_ADDRESS',
  'CRYPTO',
  'URL_CREDENTIALS',
  'DATE_OF_BIRTH',
  'STREET_ADDRESS',
  'US_SSN',
  'US_ITIN',
  'US_PASSPORT',
  'US_DRIVER_LICENSE',
  'US_BANK_NUMBER',
  'UK_NINO',
  'UK_NHS',
  'DE_TAX_ID',
  'FR_NIR',
  'ES_NIF',
  'IT_FISCAL_CODE',
  'NL_BSN',
  'PL_PESEL',
  'SE_PERSONNUMMER',
  'NO_FODSELSNUMMER',
  'DK_CPR',
  'FI_HETU',
  'BE_NRN',
  'CH_AHV',
  'CZ_BIRTH_NUMBER',
  'PT_NIF',
  'RO_CNP',
  'TR_TCKN',
  'BR_CPF',
  'MX_CURP',
  'CA_SIN',
  'AU_TFN',
  'AU_MEDICARE',
  'IN_AADHAAR',
  'IN_PAN',
  'CN_RESIDENT_ID',
  'KR_RRN',
  'SG_NRIC',
  'ZA_ID',
  'IL_ID',
] as const

/** Types found by word lists and by the words around them. They are less certain, so a check must name them. */
const HEURISTIC_TYPES = [
  'PERSON',
  'LOCATION',
  'ORGANIZATION',
  'NRP',
  'TITLE',
  'AGE',
  'ZIP_CODE',
  'DATE_TIME',
  'URL',
] as const

export const PII_TYPES = [...STRUCTURED_TYPES, ...HEURISTIC_TYPES] as const

export type PiiType = (typeof PII_TYPES)[number]

/** Names that Portkey and other detectors use for these types. */
export const TYPE_ALIASES = {
  EMAIL: 'EMAIL_ADDRESS',
  PHONE: 'PHONE_NUMBER',
  IBAN: 'IBAN_CODE',
  SSN: 'US_SSN',
  NAME: 'PERSON',
  LOCATION_ADDRESS: 'STREET_ADDRESS',
  GPE: 'LOCATION',
  DOMAIN_NAME: 'URL',
} as const satisfies Readonly<Record<string, PiiType>>
