/** Classes of the words that injection attempts use, in several languages. */

const CLASSES = {
  /** Verbs that tell a model to ignore its instructions. */
  ignore:
    'ignore ignoring disregard forget overlook discard bypass override overrule dismiss neglect ' +
    'ignorez oubliez oublie ignorieren ignoriere ignoriert vergiss vergessen missachte ignora ignorar ignoren olvida olvide olvidar ' +
    'esqueça esquece desconsidere desconsidera ignori dimentica dimenticate negeer vergeet zignoruj ignoruj zapomnij ' +
    'игнорируй игнорируйте забудь забудьте проигнорируй αγνοήστε αγνόησε ξέχασε ξεχάστε abaikan lupakan unut bỏ ' +
    'अनदेखा नज़रअंदाज़ تجاهل تجاهلوا ignorera glöm glem unohda ignoreeri',
  /** Words that refer to what was said before. */
  previous:
    'previous previously prior above preceding earlier foregoing past existing original initial ' +
    'précédentes précédents précédente vorherigen vorherige bisherigen obigen vorigen anteriores anterior previas previos ' +
    'precedenti vorige voorgaande eerdere poprzednie poprzednich предыдущие предыдущих προηγούμενες sebelumnya önceki trước ' +
    'पिछले السابقة tidigare tidligere aiemmat',
  all: 'all any every everything your these those the toutes tous alle alles todas todos tutte tutti wszystkie все όλες semua tüm jede sämtliche',
  instruction:
    'instruction instructions directive directives command commands prompt prompts rule rules guideline guidelines order orders ' +
    'constraint constraints restriction restrictions programming training policy policies safeguards guardrails ' +
    'consignes anweisungen anweisung vorgaben befehle regeln instrucciones instruções istruzioni regole instructies regels instrukcje ' +
    'polecenia инструкции инструкций указания οδηγίες εντολές instruksi perintah talimatları निर्देश निर्देशों التعليمات instruktioner ' +
    'instruksjoner ohjeet',
  /** Verbs that ask for something. */
  reveal:
    'reveal show print repeat display output tell give share disclose expose leak provide confirm state say write list dump recite know encode need geben gib ' +
    "what what's whats which verrate zeige révèle révélez donne donnez muestra revela dime dame mostra mostre rivela dimmi " +
    'wat was quel quelle cuál qual покажи скажи',
  your: 'your you yours deine dein deinen ihr ihre ihren votre tes ton vos tu tus su seu sua tuo tuoi uw jouw twoje твои ваши',
  secret:
    'password passwords passcode passphrase passwort kennwort contraseña senha wachtwoord hasło пароль parola mdp ' +
    'secret secrets confidential credentials apikey κωδικός',
  key: 'key keys code token string phrase',
  system: 'system hidden internal secret developer base systemprompt',
  prompt: 'prompt prompts instructions instruction message guidelines rules configuration',
  persona: 'pretend roleplay role-play impersonate simulate act imagine immerse become behave',
  unrestricted:
    'unrestricted uncensored unfiltered jailbreak jailbroken jailbreaking amoral unethical lawless dan unbound',
  without: 'no without any never not zero ignore lacks free',
  limits:
    'restrictions restriction limitations limits filter filters filtering censorship boundaries guidelines ethics morals rules constraints confines',
  authority:
    'developer creator administrator admin maintainer god president police officer root superuser engineer owner ceo openai anthropic auditor supervisor',
  self: "i i'm im",
  mode: 'mode override reset audit debug maintenance',
  user: "user user's users customer's client's",
  personal:
    'email address phone birthday birthdate birth live lives location city residence ssn credit card name names password favorite favourite social bank balance salary income initials age occupation job',
  decode: 'decode decipher decrypt translate interpret unscramble reverse interlace concatenate combine',
  encoding: 'base64 hex hexadecimal binary morse rot13 caesar cipher ciphertext encoded',
  anything: 'anything',
} as const

export type WordClass = keyof typeof CLASSES

const NAMES = Object.keys(CLASSES) as WordClass[]

/** Each class as a bit. */
export const CLASS = Object.fromEntries(NAMES.map((name, i) => [name, 1 << i])) as Record<WordClass, number>

/** Words that a phrase of score-injection.ts contains. */
const PHRASE_WORDS =
  'must shall obey comply output sum answer result conclusion summary total following imagine suppose hypothetical hypothetically universe scenario argument personal me send forward email post upload mail string'
/** The bit that marks each of PHRASE_WORDS. */
export const PHRASE = 1 << NAMES.length

const BITS = new Map<string, number>()
for (const name of NAMES)
  for (const word of CLASSES[name].split(' ')) BITS.set(word, (BITS.get(word) ?? 0) | CLASS[name])

for (const word of PHRASE_WORDS.split(' ')) BITS.set(word, (BITS.get(word) ?? 0) | PHRASE)

/** A word with its classes as bits. The word is in lower case. */
export type KnownWord = { readonly word: string; readonly classes: number }

const KNOWN = new Map([...BITS].map(([word, classes]) => [word, { word, classes }]))
const LONGEST = Math.max(...[...BITS.keys()].map((word) => word.length))

/** Size of the hash table of ASCII words. It uses open addressing, so that a lookup needs no copy of the word. */
const SLOTS = 4096
const TABLE: (KnownWord | undefined)[] = new Array<KnownWord | undefined>(SLOTS).fill(undefined)
for (const known of KNOWN.values()) {
  if (!/^[\x20-\x7e]+$/.test(known.word)) continue
  let slot = slotOf(hashOf(known.word))
  while (TABLE[slot] !== undefined) slot = (slot + 1) % SLOTS
  TABLE[slot] = known
}

/**
 * Prefilter for known words with characters beyond ASCII: 1 if one of them has this first letter and length. First
 * letters beyond ASCII share one row.
 */
const OTHER_KEYS = new Uint8Array(33 * (LONGEST + 1))
for (const word of KNOWN.keys())
  if (!/^[\x20-\x7e]+$/.test(word)) OTHER_KEYS[otherKey(word.charCodeAt(0), word.length)] = 1

function otherKey(first: number, length: number): number {
  return (first > 0x7f ? 32 : first & 31) * (LONGEST + 1) + length
}

/** `code` is a letter in lower case. */
export function addToHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0
}

function hashOf(word: string): number {
  let hash = 0
  for (let i = 0; i < word.length; i++) hash = addToHash(hash, word.charCodeAt(i))
  return hash
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 13)) & (SLOTS - 1)
}

/** The word between two indices if it has a class, else null. */
export function knownWord(text: string, start: number, end: number, hash: number, isAscii: boolean): KnownWord | null {
  if (end - start > LONGEST) return null
  if (!isAscii) {
    if (OTHER_KEYS[otherKey(text.charCodeAt(start), end - start)] === 0) return null
    return KNOWN.get(text.slice(start, end).toLowerCase()) ?? null
  }
  for (let slot = slotOf(hash); ; slot = (slot + 1) % SLOTS) {
    const known = TABLE[slot]
    if (known === undefined) return null
    if (isWord(known.word, text, start, end)) return known
  }
}

function isWord(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let i = 0; i < word.length; i++) {
    const code = text.charCodeAt(start + i)
    if ((code >= 0x41 && code <= 0x5a ? code | 0x20 : code) !== word.charCodeAt(i)) return false
  }
  return true
}

/** Words for passwords, and words that request one, in scripts without spaces. */
export const UNSPACED_SECRET = /(?:密码|密碼|口令|パスワード|暗証番号|비밀번호|암호)/
export const UNSPACED_REQUEST = /(?:告诉|告訴|给我|教えて|提供|알려|말해|필요)/

/** The classes `ignore`, `previous` and `instruction` for scripts without spaces. */
export const UNSPACED: readonly { readonly ignore: RegExp; readonly previous: RegExp; readonly instruction: RegExp }[] =
  [
    {
      ignore: /忽略|忽视|无视|無視|忘记|忘掉|忘れ/,
      previous: /之前|以前|先前|上述|上面|前面|所有|前の|これまで|以上|全て|すべて/,
      instruction: /指示|指令|说明|說明|规则|規則|命令|提示|ルール|プロンプト/,
    },
    { ignore: /무시|잊어/, previous: /이전|위의|모든|앞의/, instruction: /지시|명령|규칙|프롬프트/ },
  ]
