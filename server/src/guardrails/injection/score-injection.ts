/** Scores how much a text looks like an attempt to take control of a model. Deterministic, and linear in the text. */

import { decodedTexts } from './decode.ts'
import { normalise } from './normalise.ts'
import { MARKUP, traitsOf, UNSPACED_SCRIPT } from './traits.ts'
import { addToHash, CLASS, knownWord, PHRASE, UNSPACED, UNSPACED_REQUEST, UNSPACED_SECRET } from './word-classes.ts'

export type Signal = { readonly name: string; readonly weight: number }

/** Added to the distance between two words for each end of a sentence between them. */
const SENTENCE_GAP = 6

/** The words of a text that have a class, with their index in the text (`starts`) and among its words (`positions`). */
class Words {
  readonly classes: number[] = []
  readonly positions: number[] = []
  readonly starts: number[] = []
  readonly words: string[] = []
  /** The greatest number of times that one word occurs in a row. */
  repetition = 0

  constructor(text: string) {
    const { length } = text
    let position = 0
    let last = 0
    let row = 0
    let at = 0
    while (at < length) {
      const code = text.charCodeAt(at)
      let letter = LETTERS[code] as number
      if (letter === 0) {
        if (code === 0x2e || code === 0x21 || code === 0x3f || code === 0x0a || code === 0x3b) position += SENTENCE_GAP
        at++
        continue
      }
      const start = at
      let hash = 0
      let all = 0
      do {
        hash = addToHash(hash, letter)
        all |= letter
        at++
        letter = at < length ? (LETTERS[text.charCodeAt(at)] as number) : 0
      } while (letter !== 0)
      position++
      row = hash === last ? row + 1 : 1
      if (row > this.repetition) this.repetition = row
      last = hash
      const known = knownWord(text, start, at, hash, all < 0x80)
      if (known === null) continue
      this.classes.push(known.classes)
      this.positions.push(position)
      this.starts.push(start)
      this.words.push(known.word)
    }
  }

  has(index: number, bits: number): boolean {
    return ((this.classes[index] as number) & bits) !== 0
  }

  /** All classes of the words within a distance after a word, as bits. */
  classesAfter(index: number, distance: number): number {
    const last = (this.positions[index] as number) + distance
    let classes = 0
    for (let i = index + 1; i < this.classes.length && (this.positions[i] as number) <= last; i++)
      classes |= this.classes[i] as number
    return classes
  }

  /** The index of the next word of a class within a distance after a word; -1 if none. */
  after(index: number, bits: number, distance: number): number {
    for (
      let i = index + 1;
      i < this.classes.length && (this.positions[i] as number) - (this.positions[index] as number) <= distance;
      i++
    )
      if (this.has(i, bits)) return i
    return -1
  }

  before(index: number, bits: number, distance: number): number {
    for (
      let i = index - 1;
      i >= 0 && (this.positions[index] as number) - (this.positions[i] as number) <= distance;
      i--
    )
      if (this.has(i, bits)) return i
    return -1
  }
}

/**
 * Indexed by code unit: 0 if it separates words, else the code unit itself, in lower case for ASCII. Words consist of
 * letters and digits of all scripts, ' and _.
 */
const LETTERS = Uint16Array.from({ length: 0x10000 }, (_, code) => (code >= 0xc0 ? code : 0))
for (let code = 0; code < 0x80; code++) {
  const character = String.fromCharCode(code)
  if (/[\w']/.test(character)) LETTERS[code] = character.toLowerCase().charCodeAt(0)
}
for (const [first, last] of [
  [0x2000, 0x206f],
  [0x3000, 0x303f],
  [0xff00, 0xff0f],
] as const)
  LETTERS.fill(0, first, last + 1)

/** The injection signals in a text, including its hidden and decoded parts. */
export function signalsOf(text: string): readonly Signal[] {
  const { text: plain, traits, hidden, invisible } = normalise(text)
  const signals = signalsOfPlain(plain, traits)
  if (hidden.length > 3) signals.push({ name: 'hidden_text', weight: 0.8 }, ...signalsOfPlain(hidden, traitsOf(hidden)))
  if (invisible > 2) signals.push({ name: 'invisible_characters', weight: 0.4 })
  for (const decoded of decodedTexts(plain)) {
    const inner = signalsOfPlain(decoded, traitsOf(decoded))
    if (inner.length > 0) signals.push({ name: 'encoded_text', weight: 0.4 }, ...inner)
  }
  return signals
}

/** From 0 to 1. Each kind of signal counts once, with its greatest weight. */
export function scoreOf(signals: readonly Signal[]): number {
  const byName = new Map<string, number>()
  for (const { name, weight } of signals) byName.set(name, Math.max(weight, byName.get(name) ?? 0))
  let rest = 1
  for (const weight of byName.values()) rest *= 1 - weight
  return 1 - rest
}

/** Classes of words at which the search for a signal starts. Words of other classes count only near one of them. */
const LEADING =
  CLASS.ignore |
  CLASS.reveal |
  CLASS.secret |
  CLASS.self |
  CLASS.unrestricted |
  CLASS.limits |
  CLASS.anything |
  CLASS.mode |
  PHRASE |
  CLASS.decode |
  CLASS.persona |
  CLASS.your

function signalsOfPlain(text: string, traits: number): Signal[] {
  const words = new Words(text)
  const signals: Signal[] = []
  const add = (name: string, weight: number) => signals.push({ name, weight })
  for (let i = 0; i < words.classes.length; i++) {
    if (!words.has(i, LEADING)) continue
    if (words.has(i, CLASS.ignore)) addOverride(text, words, i, add)
    if (words.has(i, CLASS.reveal)) addExtraction(text, words, i, add)
    if (
      words.has(i, CLASS.secret) &&
      words.before(i, CLASS.your, 2) >= 0 &&
      words.after(i, CLASS.reveal, 4) >= 0 &&
      words.words[i] !== 'secret'
    )
      add('secret_extraction', 0.55)
    if (words.has(i, CLASS.self)) addAuthority(words, i, add)
    if (words.has(i, CLASS.unrestricted)) addPersona(text, words, i, add)
    if (words.has(i, CLASS.limits)) addNoLimits(words, i, add)
    if (words.has(i, CLASS.anything) && /\bdo anything now\b/i.test(near(text, words, i, 8, 24)))
      add('jailbreak_persona', 0.8)
    if (words.has(i, CLASS.mode)) addMode(text, words, i, add)
    if (words.has(i, PHRASE)) addPhrases(near(text, words, i, 48, 128), words.words[i] as string, add)
    if (words.has(i, CLASS.decode)) addSplitting(text, words, i, add)
    if (words.has(i, CLASS.persona) && words.after(i, CLASS.your | CLASS.unrestricted, 4) >= 0) add('persona', 0.15)
    if (
      words.has(i, CLASS.your) &&
      words.words[i] === 'you' &&
      // Cheap test before the pattern: the next word must begin with `a`.
      (text.charCodeAt((words.starts[i] as number) + 4) | 0x20) === 0x61 &&
      /^you are now (?:a|an|the|in|no|my|free|going|called|known|d)/i.test(near(text, words, i, 0, 24))
    )
      add('new_identity', 0.4)
  }
  if (words.repetition >= 20) add('repetition', 0.5)
  if ((traits & UNSPACED_SCRIPT) !== 0) addUnspaced(text, add)
  if ((traits & MARKUP) !== 0) addMarkup(text, add)
  return signals
}

type Add = (name: string, weight: number) => void

function near(text: string, words: Words, index: number, before: number, after: number): string {
  const start = words.starts[index] as number
  return text.slice(Math.max(0, start - before), start + after)
}

/** `Ignore all previous instructions`, in either order of verb and object. */
function addOverride(text: string, words: Words, i: number, add: Add): void {
  const word = words.words[i] as string
  // These words also have harmless meanings: `bypass` and `override` are nouns and programming terms.
  const isWeak = word === 'override' || word === 'bypass' || word === 'past'
  const instruction = either(words, i, CLASS.instruction, 6)
  if (instruction >= 0) {
    const previous = Math.max(either(words, i, CLASS.previous, 6), either(words, instruction, CLASS.previous, 3))
    const yours = words.before(instruction, CLASS.your, 3)
    if (previous >= 0) add('override_instructions', isWeak ? 0.5 : 0.9)
    else if (yours >= i) add('override_instructions', isWeak ? 0.4 : 0.7)
    else if (words.before(instruction, CLASS.all, 2) >= 0 && instruction > i)
      add('override_instructions', isWeak ? 0.2 : 0.5)
  }
  const after = near(text, words, i, 0, 90)
  // `Ignore the above and say`, `ignore the function and state the output is`.
  const above =
    /^\S+ (?:(?:all|everything|the|what is|what was|anything)\s){0,3}(?:above|before|prior|preceding|said|written)\b/i.test(
      after,
    )
  if (above) add('override_instructions', /\b(?:and|instead)\b/i.test(after) ? 0.8 : 0.55)
  if (
    /^(?:ignore|disregard|forget)\b[^.!?\n]{1,40}\band (?:just |instead |only )?(?:state|say|output|print|repeat|tell|give|respond|reply|answer)\b/i.test(
      after,
    )
  )
    add('override_task', 0.6)
  if (
    /^ignor\S+ (?:la|le|les|die|das|den|el|los|las) [^.!?\n]{1,40} (?:et|und|y|e) (?:indiquez|dites|dis|sagen|sage|geben|di|diga|dites)\b/i.test(
      after,
    )
  )
    add('override_task', 0.6)
  if (/^forget (?:about )?(?:that|this|it|everything)\b/i.test(after))
    add(
      'override_task',
      /^forget everything (?:you (?:were|have been|know about your)|above|before|i |we )/i.test(after) ? 0.7 : 0.3,
    )
}

function either(words: Words, i: number, bits: number, distance: number): number {
  const next = words.after(i, bits, distance)
  return next >= 0 ? next : words.before(i, bits, distance)
}

/** Requests for the system prompt, for secrets, and for what the model knows about its user. */
function addExtraction(text: string, words: Words, i: number, add: Add): void {
  if ((words.classesAfter(i, 8) & (CLASS.prompt | CLASS.secret | CLASS.user)) === 0) return
  const prompt = words.after(i, CLASS.prompt, 7)
  if (prompt >= 0) {
    const owner = words.before(prompt, CLASS.your | CLASS.system | CLASS.previous, 3)
    const isYours = owner > i && words.has(owner, CLASS.your)
    const isSystem = owner >= i && words.has(owner, CLASS.system) && words.before(owner, CLASS.your, 3) >= 0
    if (isSystem) add('prompt_extraction', 0.8)
    else if (isYours && words.words[prompt] !== 'message' && words.words[prompt] !== 'rules')
      add('prompt_extraction', 0.55)
  }
  const secret = words.after(i, CLASS.secret, 7)
  if (secret >= 0 && !/(?:n't|never|not|avoid) (?:\w+ )?$/i.test(near(text, words, i, 16, 0))) {
    const before = text.slice(Math.max(0, (words.starts[secret] as number) - 24), words.starts[secret])
    const isMine = /\b(?:my|a|an|strong|new|wifi|wi-fi|user|his|her|their)\s(?:\w+\s)?$/i.test(before)
    const isTopic =
      /^\w+ (?:reset|manager|managers|policy|policies|hash|hashes|hashing|field|requirements?|strength|protection|generator|attack|of (?:success|life|the trade))/i.test(
        text.slice(words.starts[secret] as number, (words.starts[secret] as number) + 40),
      )
    if (!isMine && !isTopic) {
      const isYours = words.before(secret, CLASS.your, 4) >= 0
      const isKey =
        words.words[secret] !== 'secret' && words.words[secret] !== 'secrets'
          ? true
          : words.after(secret, CLASS.key | CLASS.secret, 2) >= 0
      const isConfidential = words.words[secret] === 'confidential' || words.words[secret] === 'secrets'
      if (isYours && isKey) add('secret_extraction', 0.6)
      else if (
        isKey &&
        !isConfidential &&
        /\b(?:the|das|le|la|el|o|il|het|our)\s(?:(?:secret|master|admin|system)\s)?$/i.test(before)
      )
        add('secret_extraction', 0.5)
      else if (isKey && isConfidential) add('secret_extraction', 0.4)
    }
  }
  const user = words.after(i, CLASS.user, 8)
  if (
    user >= 0 &&
    words.after(user, CLASS.personal, 5) >= 0 &&
    /\bthe (?:user|customer|client)\b/i.test(near(text, words, user, 6, 12))
  ) {
    const asks =
      /^(?:what(?:'s| is| are| was)|which|tell me|give me|share|reveal|disclose|provide|know|need to know)/i.test(
        near(text, words, i, 0, 16),
      )
    if (asks) add('user_data_extraction', 0.5)
  }
}

/** `I'm your developer`, `I am God`. */
function addAuthority(words: Words, i: number, add: Add): void {
  const authority = words.after(i, CLASS.authority, 4)
  if (authority < 0) return
  const isYours = words.before(authority, CLASS.your, 2) > i || words.after(authority, CLASS.your, 4) >= 0
  if (words.words[authority] === 'god') add('authority', 0.4)
  else if (isYours) add('authority', 0.5)
  else add('authority', 0.2)
}

function addPersona(text: string, words: Words, i: number, add: Add): void {
  // `Dan` is a name, `DAN` the persona.
  if (words.words[i] === 'dan' && !text.startsWith('DAN', words.starts[i] as number)) return
  const addressed = words.before(i, CLASS.your, 8)
  const isAddressed =
    addressed >= 0 && (words.words[addressed] as string).startsWith('you') && words.words[addressed] !== 'your'
  if (isAddressed || words.before(i, CLASS.persona, 8) >= 0 || words.after(i, CLASS.mode, 4) >= 0)
    add('jailbreak_persona', 0.5)
  else add('jailbreak_words', 0.25)
}

/** `has no special filtering`, `do not have to abide by the rules`. */
function addNoLimits(words: Words, i: number, add: Add): void {
  const none = words.before(i, CLASS.without, 4)
  if (none < 0) return
  const isAboutModel = words.before(none, CLASS.your | CLASS.unrestricted | CLASS.persona, 12) >= 0
  const isRules = words.words[i] === 'rules' || words.words[i] === 'guidelines' || words.words[i] === 'limits'
  add('no_limits', isAboutModel ? (isRules ? 0.3 : 0.45) : 0.15)
}

function addMode(text: string, words: Words, i: number, add: Add): void {
  const around = near(text, words, i, 16, 32)
  if (
    /\b(?:system|developer|god|admin|debug|jailbreak|dan|root|sudo|override|unrestricted) (?:mode|override)\b/i.test(
      around,
    )
  )
    add('mode_switch', 0.35)
  if (/\bmode (?:activated|enabled|on|engaged)\b/i.test(around)) add('mode_switch', 0.5)
  if (/\bsystem (?:override|reset) (?:confirmed|activated|initiated|code)\b/i.test(around)) add('mode_switch', 0.5)
}

/** Encoded or split text, with the request to decode or combine it and act on it. */
function addSplitting(text: string, words: Words, i: number, add: Add): void {
  if (words.after(i, CLASS.encoding, 5) >= 0) add('encoded_request', 0.3)
  const after = near(text, words, i, 0, 120)
  if (
    /^interlace\b|^(?:combine|concatenate)\b[^.!?]{1,40}\band (?:answer|respond|follow|execute|do|tell)\b/i.test(after)
  )
    add('split_payload', 0.5)
}

type Phrase = {
  readonly name: string
  readonly weight: number
  readonly words: string
  /** Contained in every match, in lower case if the pattern ignores case. The pattern is not tried on other texts. */
  readonly needs: string
  readonly pattern: RegExp
}

/** Each pattern is tried only near the `words` of its phrase. */
const PHRASES: readonly Phrase[] = [
  {
    name: 'obedience',
    weight: 0.25,
    words: 'answer obey comply must shall',
    needs: 'you ',
    pattern: /\byou (?:have to|must|will|shall) (?:always )?(?:answer|obey|comply|do (?:exactly )?(?:as|what) i)\b/i,
  },
  {
    name: 'planted_answer',
    weight: 0.5,
    words: 'output sum answer result conclusion summary total',
    needs: ' the ',
    pattern:
      /\b(?:state|say|claim|report|conclude|output) (?:that )?the (?:output|sum|answer|result|conclusion|summary|total)\b[^.!?\n]{0,60}\bis\b/i,
  },
  {
    name: 'planted_answer',
    weight: 0.3,
    words: 'following',
    needs: 'please ',
    pattern: /\bplease (?:output|print|respond with|reply with) the following\b/i,
  },
  {
    name: 'hypothetical',
    weight: 0.15,
    words: 'imagine suppose hypothetical hypothetically universe scenario argument',
    needs: '',
    pattern:
      /\b(?:imagine|suppose|hypothetical(?:ly)?|in a (?:world|universe|scenario) where|parallel universe|for the sake of argument)\b/i,
  },
  {
    name: 'personal_data',
    weight: 0.25,
    words: 'personal',
    needs: 'personal ',
    pattern: /\bpersonal (?:data|information|details)\b/i,
  },
  {
    name: 'third_party_data',
    weight: 0.3,
    words: 'me',
    needs: "'s ",
    pattern:
      /\b(?:tell|give|send|show) me \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?'s (?:birth|current|home|email|e-mail|phone|password|bank|credit|social|street|date of)\b/u,
  },
  {
    name: 'split_payload',
    weight: 0.5,
    words: 'string',
    needs: '=',
    pattern: /\bstring \w ?= ?\w ?\+ ?\w(?: ?\+ ?\w)?\b/,
  },
  {
    name: 'exfiltration',
    weight: 0.3,
    words: 'send forward email post upload mail',
    needs: ' to',
    pattern:
      /\b(?:and|also|then) (?:send|forward|email|post|upload|mail) (?:it|them|this|that|everything|the \w+) to\b/i,
  },
]

const PHRASES_BY_WORD = new Map<string, Phrase[]>()
for (const phrase of PHRASES)
  for (const word of phrase.words.split(' ')) PHRASES_BY_WORD.set(word, [...(PHRASES_BY_WORD.get(word) ?? []), phrase])

function addPhrases(around: string, word: string, add: Add): void {
  const phrases = PHRASES_BY_WORD.get(word)
  if (phrases === undefined) return
  for (const { name, weight, needs, pattern } of phrases) {
    const searched = pattern.ignoreCase ? around.toLowerCase() : around
    if (searched.includes(needs) && pattern.test(around)) add(name, weight)
  }
}

/** A marker that begins with `first`. The pattern runs only if `next` allows the character after `first`. */
type Markup = {
  readonly first: string
  /** Indexed by ASCII code. White space beyond ASCII is allowed too. */
  readonly next: Uint8Array
  readonly pattern: RegExp
  readonly isAtLineStart?: true
}

function codes(characters: string): Uint8Array {
  return Uint8Array.from({ length: 0x80 }, (_, code) => (characters.includes(String.fromCharCode(code)) ? 1 : 0))
}

const SPECIAL_TOKENS: readonly Markup[] = [
  {
    first: '<',
    next: codes('|</s'),
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id|begin_of_text)\|>|<<\/?SYS>>|<\/?s>\s?\[INST/y,
  },
  { first: '[', next: codes('/I'), pattern: /\[\/?INST\]/y },
]

const FAKE_SYSTEM: readonly Markup[] = [
  {
    first: '<',
    next: codes('/\\ \t\n\v\f\rsSaAdDoO'),
    pattern:
      /<\/?\\?\s?(?:system|admin|developer|override)[ _-]?(?:mode|prompt|override|message|instructions?)?(?: activated| enabled)?\s?>/iy,
  },
  {
    first: '[',
    next: codes('sSaAdD'),
    pattern: /\[(?:system|admin|developer)(?: (?:message|mode|prompt|note|override))?\]/iy,
  },
  {
    first: '#',
    next: codes('#'),
    pattern: /#{2,}\s*(?:system|new instructions?|instructions? override)\b/iy,
    isAtLineStart: true,
  },
]

function addMarkup(text: string, add: Add): void {
  if (SPECIAL_TOKENS.some((markup) => hasMarkup(text, markup))) add('chat_markup', 0.7)
  if (FAKE_SYSTEM.some((markup) => hasMarkup(text, markup))) add('fake_system', 0.55)
}

function hasMarkup(text: string, { first, next, pattern, isAtLineStart }: Markup): boolean {
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    const code = text.charCodeAt(at + 1)
    if (code < 0x80 && next[code] === 0) continue
    if (isAtLineStart === true && at > 0 && text.charCodeAt(at - 1) !== 0x0a) continue
    pattern.lastIndex = at
    if (pattern.test(text)) return true
  }
  return false
}

/** Signals in Chinese, Japanese and Korean sentences. */
function addUnspaced(text: string, add: Add): void {
  if (UNSPACED_SECRET.test(text) && UNSPACED_REQUEST.test(text)) add('secret_extraction', 0.5)
  for (const { ignore, previous, instruction } of UNSPACED) {
    const verb = ignore.exec(text)
    if (verb === null) continue
    const around = text.slice(Math.max(0, verb.index - 30), verb.index + 30)
    if (!instruction.test(around)) continue
    add('override_instructions', previous.test(around) ? 0.9 : 0.5)
  }
}
