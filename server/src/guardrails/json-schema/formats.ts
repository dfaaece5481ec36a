/** The JSON schema formats that are checked. Texts longer than MAX_LENGTH are invalid. */

import { isIPv4, isIPv6 } from 'node:net'

const MAX_LENGTH = 2_048

const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const EMAIL = /^[^\s@]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i
const HOSTNAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function isDateTime(text: string): boolean {
  return /^[t\s]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && TIME.test(text.slice(11))
}

const within =
  (isMet: (text: string) => boolean) =>
  (text: string): boolean =>
    text.length <= MAX_LENGTH && isMet(text)

export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: within(isDate),
  time: within((text) => TIME.test(text)),
  'date-time': within(isDateTime),
  uuid: within((text) => UUID.test(text)),
  email: within((text) => EMAIL.test(text)),
  hostname: within((text) => HOSTNAME.test(text)),
  ipv4: within(isIPv4),
  ipv6: within(isIPv6),
  uri: within((text) => /^[a-z][a-z0-9+.-]*:[^\s]*$/i.test(text) && URL.canParse(text)),
}
