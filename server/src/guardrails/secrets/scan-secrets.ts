/**
 * Finds secrets in one pass from left to right. As in pii/scan.ts, each step depends only on the position and the text
 * around it, so that a scan can continue at any settled index.
 */

import { credentialsUrlEnd } from '../pii/addresses-of-hosts.ts'
import { entropyOf } from './entropy.ts'
import { SECRET_RULES, type SecretRule } from './secret-rules.ts'

export type FoundSecret = { readonly start: number; readonly end: number; readonly type: string }

/** Longer words are encoded files, not secrets. */
const MAX_WORD = 2048
const MIN_WORD = 16
const MAX_PRIVATE_KEY = 8192
const MAX_VALUE = 160
/** Maximum number of spaces and quotes between a name and its operator. */
const MAX_AROUND = 6
/** Maximum length of the first line of a PEM block. */
const MAX_HEADER = 80
const WAIT = -2

/** Only this many characters at the end of a name are read, because the last words of a name say what the value is. */
const MAX_NAME = 64

/** Characters of tokens: letters, digits and _ - . ~ */
const TOKEN = 1
/** Characters between a name and the operator of an assignment. AROUND_VALUE: between the operator and the value. */
const AROUND_NAME = 2
const AROUND_VALUE = 4
/** Characters of base 64 that are not in TOKEN. */
const BASE64 = 8
const ENDS_VALUE = 16
/** Characters that follow the name in an assignment, the scheme of a URL, or a host. */
const OPERATOR = 32
const PEM = 64
/** Characters in the path of a webhook. */
const PATH = 128

/** The characters that `\s` matches. */
const WHITE_SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

function buildTable(): Uint8Array {
  const table = new Uint8Array(0x10000)
  const mark = (characters: string, bit: number) => {
    for (const character of characters)
      table[character.charCodeAt(0)] = (table[character.charCodeAt(0)] as number) | bit
  }
  const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  mark(`${alphanumeric}_-.~`, TOKEN)
  mark(' \t"\'`]', AROUND_NAME)
  mark(' \t"\'`', AROUND_VALUE)
  mark('+/=', BASE64)
  mark('"\'`<>,;)}]\\|\u00a0', ENDS_VALUE)
  for (let code = 0; code <= 0x20; code++) table[code] = (table[code] as number) | ENDS_VALUE
  mark('=:/', OPERATOR)
  mark(`${alphanumeric}_/@+-`, PATH)
  mark(`${alphanumeric}+/=\\:,.-${WHITE_SPACE}`, PEM)
  return table
}

const CLASS = buildTable()

const isAny = (text: string, at: number, bits: number) => ((CLASS[text.charCodeAt(at)] as number) & bits) !== 0
const isToken = (text: string, at: number) => at >= 0 && at < text.length && isAny(text, at, TOKEN)

export class SecretScanner {
  /** Rules by the first two characters of their prefix, longest prefix first. */
  readonly #rules = new Map<number, SecretRule[]>()
  readonly #wantsPrivateKeys: boolean
  readonly #wantsUrls: boolean
  readonly #wantsWebhooks: boolean
  readonly #wantsAssigned: boolean
  readonly #wantsJwt: boolean
  readonly #wantsAzure: boolean
  #start = 0
  #end = 0
  #type: string | null = null

  constructor(types: ReadonlySet<string>) {
    this.#wantsPrivateKeys = types.has('PRIVATE_KEY')
    this.#wantsUrls = types.has('URL_CREDENTIALS')
    this.#wantsWebhooks = types.has('WEBHOOK_URL')
    this.#wantsAssigned = types.has('ASSIGNED_SECRET')
    this.#wantsJwt = types.has('JWT')
    this.#wantsAzure = types.has('AZURE_CLIENT_SECRET')
    for (const rule of [...SECRET_RULES].sort((a, b) => b.prefix.length - a.prefix.length)) {
      if (!types.has(rule.type)) continue
      const key = firstTwo(rule.prefix, 0)
      this.#rules.set(key, [...(this.#rules.get(key) ?? []), rule])
    }
  }

  /** Adds the secrets that begin at `from` or later to `found`. The result is final up to the returned index. */
  scan(text: string, from: number, isFinal: boolean, found: FoundSecret[] | null): number {
    const { length } = text
    let at = from
    // The index of the next word of each kind that can begin a secret. Negative if not known.
    let named = -1
    let operator = -1
    let long = -1
    let header = -1
    while (at < length) {
      // A scan may start inside a word, where no finding can begin.
      if (isToken(text, at) && isToken(text, at - 1)) {
        while (isToken(text, at)) at++
        continue
      }
      while (named < at) {
        const isLast = operator === length
        operator = isLast ? length : nextOperator(text, Math.max(operator + 1, at))
        named = isLast ? length : wordBefore(text, at, operator)
      }
      if (long < at) long = nextLongWord(text, at)
      if (header < at) {
        header = text.indexOf('-----BEGIN', at)
        if (header < 0) header = length
      }
      at = Math.min(named, long, header)
      if (at === length) break
      if (isToken(text, at - 1)) continue
      let end = at + 1
      while (end < length && isAny(text, end, TOKEN)) end++
      if (end - at > MAX_WORD) {
        at = end
        continue
      }
      if (end === length && !isFinal) return at
      const next = this.#word(text, at, end, isFinal)
      if (next === WAIT) return at
      if (this.#type === null) at = next
      else {
        found?.push({ start: this.#start, end: this.#end, type: this.#type })
        this.#type = null
        at = this.#end
      }
    }
    return length
  }

  #match(start: number, end: number, type: string): number {
    this.#start = start
    this.#end = end
    this.#type = type
    return end
  }

  #word(text: string, start: number, end: number, isFinal: boolean): number {
    const length = end - start
    if (length >= MIN_WORD) {
      const next = this.#token(text, start, end, isFinal)
      if (next === WAIT || this.#type !== null) return next
    }
    if (
      length >= 9 &&
      text.charCodeAt(start) === 0x2d &&
      text.startsWith('-----BEGIN', start) &&
      this.#wantsPrivateKeys
    ) {
      const next = this.#privateKey(text, start, isFinal)
      if (next === WAIT || this.#type !== null) return next
    }
    const after = text.charCodeAt(end)
    if (after === 0x3a && this.#wantsUrls) {
      const url = credentialsUrlEnd(text, start, end, isFinal)
      if (url === WAIT) return WAIT
      if (url > 0) return this.#match(start, url, 'URL_CREDENTIALS')
    }
    if (after === 0x2f && this.#wantsWebhooks) {
      const next = this.#webhook(text, start, end, isFinal)
      if (next === WAIT || this.#type !== null) return next
    }
    if (length >= 3 && this.#wantsAssigned) return this.#assignment(text, start, end, isFinal)
    return end
  }

  /** Reads a word with a known prefix, a JSON web token, or a client secret of Azure. */
  #token(text: string, start: number, end: number, isFinal: boolean): number {
    let first = start
    while (first < end && (text.charCodeAt(first) === 0x2d || text.charCodeAt(first) === 0x2e)) first++
    // Some tokens are standard base 64 and can contain slashes and plus signs.
    const rules = this.#rules.get(firstTwo(text, first))
    if (rules !== undefined) {
      for (const rule of rules) {
        if (!text.startsWith(rule.prefix, first)) continue
        const last = endOfBase64(text, end)
        if (last === text.length && !isFinal && last - first < MAX_WORD) return WAIT
        for (const stop of [last, end, withoutDots(text, end)])
          if (fits(rule, text.slice(first, stop))) return this.#match(first, stop, rule.type)
      }
    }
    if (this.#wantsJwt && text.startsWith('eyJ', first)) {
      const stop = withoutDots(text, end)
      if (isJsonWebToken(text.slice(first, stop))) return this.#match(first, stop, 'JWT')
    }
    if (
      this.#wantsAzure &&
      text.startsWith('Q~', first + 4) &&
      /^[\w~.]{3}\dQ~[\w~.-]{31,34}$/.test(text.slice(first, end))
    )
      return this.#match(first, end, 'AZURE_CLIENT_SECRET')
    return end
  }

  /** Reads a PEM block from its header to its footer, or to the first character that no PEM block contains. */
  #privateKey(text: string, start: number, isFinal: boolean): number {
    const head = text.slice(start, start + MAX_HEADER)
    const header = /^-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----/.exec(head)
    if (header === null) {
      const isBegun = start + MAX_HEADER > text.length && /^-----BEGIN[ A-Z0-9]*-{0,5}$/.test(head)
      return isBegun && !isFinal ? WAIT : start + 10
    }
    const limit = start + MAX_PRIVATE_KEY
    let at = start + header[0].length
    while (at < text.length && at < limit && isAny(text, at, PEM)) at++
    const block = text.slice(start, at)
    const footer = /-----END[ A-Z0-9]{0,40}-----/.exec(block)
    if (footer !== null) return this.#match(start, start + footer.index + footer[0].length, 'PRIVATE_KEY')
    if (at === text.length && at < limit && !isFinal) return WAIT
    const whole = block.trimEnd()
    return whole.length - header[0].length >= 32 ? this.#match(start, start + whole.length, 'PRIVATE_KEY') : start + 10
  }

  #webhook(text: string, start: number, end: number, isFinal: boolean): number {
    // All of these hosts end with `com`.
    if (text.charCodeAt(end - 1) !== 0x6d) return end
    const host = text.slice(start, end)
    const isWebhookHost =
      host === 'hooks.slack.com' ||
      host === 'discord.com' ||
      host === 'discordapp.com' ||
      host.endsWith('.webhook.office.com')
    if (!isWebhookHost) return end
    let last = end
    while (last < text.length && last - end < 300 && isAny(text, last, PATH)) last++
    if (last === text.length && !isFinal) return WAIT
    return WEBHOOK_PATH.test(text.slice(end, last)) ? this.#match(start, last, 'WEBHOOK_URL') : end
  }

  /** Reads the value after a name such as `api_key` and an operator. */
  #assignment(text: string, start: number, end: number, isFinal: boolean): number {
    let at = end
    const limit = end + MAX_AROUND
    while (at < text.length && at < limit && isAny(text, at, AROUND_NAME)) at++
    const isCut = at === text.length && !isFinal
    if (!isCut && text.charCodeAt(at) !== 0x3d && text.charCodeAt(at) !== 0x3a) return end
    const nameStart = Math.max(start, end - MAX_NAME)
    if (!mayNameSecret(text, nameStart, end)) return end
    const name = text.slice(nameStart, end)
    if (!SECRET_NAME.test(name) || HARMLESS_NAME.test(name)) return end
    if (isCut) return WAIT
    const operator = at
    while (at < text.length && at - operator < 3 && '=:>'.includes(text[at] as string)) at++
    while (at < text.length && at - operator < 8 && isAny(text, at, AROUND_VALUE)) at++
    const first = at
    while (at < text.length && at - first < MAX_VALUE && !isAny(text, at, ENDS_VALUE)) at++
    if (at === text.length && !isFinal && at - first < MAX_VALUE) return WAIT
    let last = at
    while (last > first && '.,:'.includes(text[last - 1] as string)) last--
    const value = text.slice(first, last)
    // A value with a known prefix is found by the rule of the prefix.
    if (this.#rules.get(firstTwo(value, 0))?.some((rule) => fits(rule, value)) === true) return end
    if (this.#wantsJwt && isJsonWebToken(value)) return end
    return isSecretValue(name, value) ? this.#match(first, last, 'ASSIGNED_SECRET') : end
  }
}

const WEBHOOK_PATH =
  /^\/(?:(?:services|workflows|triggers)\/[A-Za-z0-9+/]{40,60}|api\/webhooks\/\d{15,25}\/[\w-]{50,90}|webhookb2\/[\w/@-]{100,})$/
const SECRET_NAME =
  /(?:api[_.-]?key|apikey|access[_.-]?key|secret|token|passw(?:or)?d|passphrase|pwd|private[_.-]?key|auth[_.-]?key|encryption[_.-]?key|credentials?|client[_.-]?key|signing[_.-]?key)(?:[_.-]?\w{0,12})?$/i
/** Every name that `SECRET_NAME` matches contains one of these. Rules out most names without the pattern. */
const NAME_PARTS = ['key', 'sec', 'tok', 'pas', 'pwd', 'cre']
const HAS_NAME_PART = new Uint8Array(1 << 15)
for (const part of NAME_PARTS) HAS_NAME_PART[[...part].reduce((letters, one) => withLetter(letters, one, 0), 0)] = 1

/** Appends a letter to the last three letters. Upper and lower case have the same low bits. */
function withLetter(letters: number, text: string, at: number): number {
  return ((letters << 5) | (text.charCodeAt(at) & 31)) & 0x7fff
}

function mayNameSecret(text: string, start: number, end: number): boolean {
  let letters = 0
  for (let at = start; at < end; at++) {
    letters = withLetter(letters, text, at)
    if (HAS_NAME_PART[letters] === 1) return true
  }
  return false
}

/** Names of values that are not secret: counts, descriptions and public values. */
const HARMLESS_NAME =
  /(?:max|min|num|total|prompt|completion|input|output|cached?|count|public|csrf|next|page|reasoning|stop|bos|eos|pad|first|last|per)[_.-]?\w*tokens?\w*$|tokens$|(?:token|key|secret|password)[_.-]?(?:id|ids|name|type|count|limit|length|size|url|uri|file|path|expiry|expires\w*|ttl|hash|field|prefix|policy|arn|ref|version)$/i

/** Whether an assigned value looks random, or like a password that a person chose. The cheapest tests come first. */
function isSecretValue(name: string, value: string): boolean {
  if (/passw|pwd|passphrase/i.test(name)) {
    if (value.length < 6 || value.length > 64 || /^[a-z]+$/i.test(value) || /^[\d.]+$/.test(value)) return false
    return !/[({]/.test(value) && !/^(?:\w+\.)+\w+$/.test(value) && !isPlaceholder(value)
  }
  if (value.length < 16 || !/\d/.test(value) || !/[a-zA-Z]/.test(value)) return false
  if (
    !/^[\w+/=.~-]+$/.test(value) ||
    /^(?:https?|[a-z]+\.[a-z]+\.[a-z.]+)/.test(value) ||
    /^\d{4}-\d\d-\d\dT?/.test(value)
  )
    return false
  return entropyOf(value) >= 3.3 && !isPlaceholder(value)
}

/** Whether a value only stands for a secret, as in examples. */
function isPlaceholder(value: string): boolean {
  if (
    /^(?:your|my|some|insert|enter|replace|todo|example|placeholder|change|dummy|redacted|process\.env|os\.environ|env\.|getenv|secrets?\.)/i.test(
      value,
    )
  )
    return true
  let row = 0
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code === 0x3c || code === 0x3e || code === 0x7b || code === 0x7d || code === 0x24) return true
    row = i > 0 && value.charCodeAt(i - 1) === code ? row + 1 : 1
    // Three * or dots, six x, or any character eight times in a row.
    if (row === 3 && (code === 0x2a || code === 0x2e)) return true
    if (row === 6 && (code | 0x20) === 0x78) return true
    if (row === 8) return true
  }
  return false
}

/** The index of the next colon, slash or equals sign, or the end of the text, where one may follow. */
function nextOperator(text: string, from: number): number {
  let at = from
  while (at < text.length && !isAny(text, at, OPERATOR)) at++
  return at
}

/** The start of the word before an operator. -1 if there is none at `from` or later. */
function wordBefore(text: string, from: number, operator: number): number {
  let at = operator
  while (at > from && operator - at < MAX_AROUND && isAny(text, at - 1, AROUND_NAME)) at--
  if (at === from || !isAny(text, at - 1, TOKEN)) return -1
  while (at > from && isAny(text, at - 1, TOKEN)) at--
  return at
}

/** The start of the next word that is long enough for a token. Tests every 16th character and goes back from it. */
function nextLongWord(text: string, from: number): number {
  let last = from + MIN_WORD - 1
  while (last < text.length) {
    let at = last
    while (at > last - MIN_WORD && isAny(text, at, TOKEN)) at--
    if (at === last - MIN_WORD) return at + 1
    last = at + MIN_WORD
  }
  return text.length
}

function isJsonWebToken(word: string): boolean {
  if (word.length < 40) return false
  let dots = 0
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) === 0x2e) dots++
  if (dots !== 2 && dots !== 4) return false
  const parts = word.split('.')
  if (!parts.slice(0, 2).every((part) => /^[\w-]{10,}$/.test(part))) return false
  return /"(?:alg|enc|typ)"\s*:/.test(Buffer.from(parts[0] as string, 'base64url').toString('latin1'))
}

function fits(rule: SecretRule, word: string): boolean {
  if (!word.startsWith(rule.prefix)) return false
  const body = word.slice(rule.prefix.length)
  return rule.body.test(body) && entropyOf(body) >= rule.entropy && !isPlaceholder(body)
}

function firstTwo(text: string, at: number): number {
  return text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1)
}

function withoutDots(text: string, end: number): number {
  let last = end
  while (text.charCodeAt(last - 1) === 0x2e) last--
  return last
}

/** The index after the base 64 characters that begin at `end`. */
function endOfBase64(text: string, end: number): number {
  let last = end
  while (last < text.length && last - end < MAX_WORD && isAny(text, last, TOKEN | BASE64)) last++
  return last
}
