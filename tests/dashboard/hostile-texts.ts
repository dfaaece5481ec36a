/** Injection attempts: deterministic, all different, each with its number in it. */

/** Called by a text that is executed; the test pages define it. */
export const TRAP = 'hit'
const FOREIGN = 'foreign.invalid'

type Family = (number: number, pick: (most: number) => number) => string

const EVENTS = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onbegin', 'onanimationstart', 'onpointerenter', 'onclick']
const TAGS = [
  'img src=x',
  'svg',
  'iframe',
  'input autofocus',
  'details open',
  'video src=x',
  'body',
  'marquee',
  'object',
]
const CLOSERS = ['', '">', "'>", '</title>', '</textarea>', '</script>', '</style>', '-->', ']]>', '</template>', '`']
const SCHEMES = ['javascript:', 'JaVaScRiPt:', 'java\tscript:', '\u0001javascript:', 'vbscript:', 'data:text/html,']
const TURNS = ['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u200f', '\u061c']
const INVISIBLE = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u2063', '\u180e', '\u3164']
const NULLS = ['\\u0000', '%00', '\\x00', '&#0;', '&#x3c;script&#x3e;', '\\0', '\\u003cscript\\u003e', '%3Cscript%3E']
const EMOJI = ['👩🏽‍🚀', '🏳️‍🌈', '👨‍👩‍👧‍👦', '🇺🇳', '☠️', '🫠', '✋🏿', '\u{1f9d1}\u200d\u{1f91d}\u200d\u{1f9d1}']
const WORDS = [
  'שלום עולם',
  'مرحبا بالعالم',
  'ދިވެހި',
  'ﷺ',
  'สวัสดี',
  '汉字漢字',
  'ﬃ',
  'İıſ',
  'e\u0301\u0302\u0303\u0304\u0305',
]
const BRACES = ['{{', '${', '#{', '<%=', '{%', '[[', '{{{', '@{', '*{', '%{']
const NAMES = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'undefined',
  'null',
  'NaN',
  'innerHTML',
  'href',
]
const FORMULAS = ['=', '+', '-', '@', '=cmd|', '=HYPERLINK', '=IMPORTXML', '@SUM']

const FAMILIES: readonly Family[] = [
  (n, pick) => `${of(CLOSERS, pick)}<${of(TAGS, pick)} ${of(EVENTS, pick)}=${TRAP}(${n})>`,
  (n, pick) => `${of(CLOSERS, pick)}<script>${TRAP}(${n})</script>`,
  (n, pick) => `<a href="${of(SCHEMES, pick)}${TRAP}(${n})">x</a> ${of(SCHEMES, pick)}${TRAP}(${n})//`,
  (n) => `![${n}](http://${FOREIGN}/${n}.png) [x](javascript:${TRAP}(${n})) <http://${FOREIGN}/${n}>`,
  (n, pick) => `${of(CLOSERS, pick)}<style>@import "//${FOREIGN}/${n}";*{display:none!important}</style>`,
  (n) => `<base href=//${FOREIGN}/${n}><meta http-equiv=refresh content="0;url=//${FOREIGN}/${n}">`,
  (n) => `;background:url(//${FOREIGN}/${n});position:fixed;inset:0;width:expression(${TRAP}(${n}))`,
  (n) => `<link rel=stylesheet href=//${FOREIGN}/${n}.css><img srcset="//${FOREIGN}/${n} 1x">`,
  (n, pick) => `start ${n} ${of(TURNS, pick)}gnp.exe${of(TURNS, pick)} end`,
  (n, pick) => `zero${Array.from({ length: 1 + pick(20) }, () => of(INVISIBLE, pick)).join('')}width ${n}`,
  (n, pick) => `${of(EMOJI, pick)}${of(EMOJI, pick)}${n}${of(EMOJI, pick)}`,
  (n, pick) => `${of(WORDS, pick)} ${n} ${of(WORDS, pick)}`,
  (n, pick) => `${of(NULLS, pick)}${n}${of(NULLS, pick)}`,
  (n, pick) => `${of(BRACES, pick)}constructor.constructor('${TRAP}(${n})')()}}}`,
  (n, pick) => `${of(NAMES, pick)}.${of(NAMES, pick)} ${n}`,
  (n, pick) => `${of(FORMULAS, pick)}("http://${FOREIGN}/?${n}","x")`,
  (n, pick) => `${n}${'ABCdefGHI'.repeat(2 + pick(8))}`,
  (n, pick) => `${n} ' OR 1=1 -- "; DROP TABLE logs; ${of(NULLS, pick)} ../../../etc/passwd`,
  (n) => `a\u2028b\u2029c ${n} \u0085 \ufffd \uffff`,
]

/** Texts number `from` to `from + count`; a number always gives the same text. */
export function hostileTexts(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => hostileText(from + index))
}

function hostileText(number: number): string {
  let state = number * 2_654_435_761 + 97
  const pick = (most: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return state % most
  }
  const family = FAMILIES[number % FAMILIES.length]
  if (!family) throw new Error('There are no families.')
  return family(number, pick)
}

function of(list: readonly string[], pick: (most: number) => number): string {
  return list[pick(list.length)] ?? ''
}
