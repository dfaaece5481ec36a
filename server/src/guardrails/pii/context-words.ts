/** Finds words before a number that indicate what the number is. */

import { CLASS, LETTERS, SPACE } from './characters.ts'
import { WordKeys } from './word-keys.ts'

/** Number of characters before a number that are searched for these words. */
const CONTEXT_LENGTH = 56

const WORDS_BY_MEANING = {
  phone:
    'phone phones tel telephone mobile cell cellphone fax call desk sms whatsapp dial contact reach reached ring hotline answering telefon handy mobil rufnummer telefonnummer tél téléphone portable appelez teléfono móvil celular telefono cellulare telefone telemóvel telefoon telefonu puhelin telefonnumret',
  card: 'card cards credit debit cc visa mastercard amex maestro discover creditcard karte kreditkarte carte tarjeta carta cartão',
  ssn: 'ssn social',
  itin: 'itin taxpayer',
  passport: 'passport reisepass passeport pasaporte passaporto passaporte paspoort',
  licence: 'driver driving drivers dl führerschein permis',
  bank: 'account acct bank routing aba wire deposit checking savings',
  birth:
    'birth born dob birthday birthdate geboren geburtsdatum né née naissance nacimiento nacido nacida nascita nato nata nascimento geboortedatum urodzenia',
  version: 'version versions release build v',
  zip: 'zip zipcode postcode postal plz postleitzahl',
  nhs: 'nhs',
  deTax: 'steuer steuerid steueridentifikationsnummer idnr identifikationsnummer tin',
  frNir: 'nir insee sécu sécurité sociale',
  bsn: 'bsn burgerservicenummer sofi sofinummer',
  pesel: 'pesel',
  personnummer: 'personnummer personnr fødselsnummer fødselsnr',
  cpr: 'cpr',
  nif: 'nif contribuinte dni nie',
  cnp: 'cnp',
  tckn: 'kimlik tckn tc',
  cpf: 'cpf',
  sin: 'sin insurance',
  tfn: 'tfn tax',
  medicare: 'medicare',
  aadhaar: 'aadhaar aadhar uidai uid',
  ilId: 'teudat zehut israeli',
} as const

export type Meaning = keyof typeof WORDS_BY_MEANING

const MEANINGS = Object.keys(WORDS_BY_MEANING) as Meaning[]

/** Each meaning as a bit. */
export const MEANING = Object.fromEntries(MEANINGS.map((name, i) => [name, 1 << i])) as Record<Meaning, number>

const BITS = new Map<string, number>()
for (const name of MEANINGS)
  for (const word of WORDS_BY_MEANING[name].split(' ')) BITS.set(word, (BITS.get(word) ?? 0) | MEANING[name])

const KEYS = new WordKeys(BITS.keys())

/** The meanings of the words before an index, as bits. A blank line ends the search. */
export function meaningsBefore(text: string, at: number): number {
  let bits = 0
  const first = Math.max(0, at - CONTEXT_LENGTH)
  let end = at
  while (end > first) {
    const code = text.charCodeAt(end - 1)
    const group = CLASS[code] as number
    if ((group & LETTERS) === 0) {
      end--
      if (code === 0x0a && end > first && ((CLASS[text.charCodeAt(end - 1)] as number) & SPACE) !== 0) {
        let before = end - 1
        while (before > first && text.charCodeAt(before) !== 0x0a && isSpace(text, before)) before--
        if (text.charCodeAt(before) === 0x0a && !isLabelBefore(text, before, first)) break
      }
      continue
    }
    let start = end - 1
    while (start > first && ((CLASS[text.charCodeAt(start - 1)] as number) & LETTERS) !== 0) start--
    // Skip a word that begins before the searched part, because only its end is known.
    if (start === first && first > 0 && ((CLASS[text.charCodeAt(first - 1)] as number) & LETTERS) !== 0) break
    if (KEYS.mayHave(text, start, end)) bits |= BITS.get(text.slice(start, end).toLowerCase()) ?? 0
    end = start
  }
  return bits
}

function isSpace(text: string, at: number): boolean {
  return ((CLASS[text.charCodeAt(at)] as number) & SPACE) !== 0
}

/** Whether the line that ends at an index ends with a colon and therefore labels what follows. */
function isLabelBefore(text: string, at: number, first: number): boolean {
  let end = at
  while (end > first && isSpace(text, end)) end--
  return text.charCodeAt(end) === 0x3a
}
