/** Light stemmers: they merge the forms of a word and, if in doubt, keep two words apart. */

/** Longer words are not stemmed: the patterns below take quadratic time in the length of a word. */
const LONGEST_STEMMED = 64

/** Maps words to stems. A stem from this table is not stemmed again. */
export const IRREGULAR: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  children: 'child',
  people: 'person',
  men: 'man',
  women: 'woman',
  feet: 'foot',
  teeth: 'tooth',
  mice: 'mouse',
  wrote: 'write',
  written: 'write',
  made: 'make',
  built: 'build',
  bought: 'buy',
  sold: 'sell',
  went: 'go',
  gone: 'go',
  goes: 'go',
  began: 'begin',
  begun: 'begin',
  ran: 'run',
  won: 'win',
  found: 'find',
  sent: 'send',
  paid: 'pay',
  took: 'take',
  taken: 'take',
  gave: 'give',
  given: 'give',
  got: 'get',
  gotten: 'get',
  kept: 'keep',
  left: 'leave',
  lost: 'lose',
  met: 'meet',
  drew: 'draw',
  drawn: 'draw',
  grew: 'grow',
  grown: 'grow',
  knew: 'know',
  known: 'know',
  spoke: 'speak',
  spoken: 'speak',
  died: 'die',
  dying: 'die',
  news: 'news',
  founded: 'establish',
  founding: 'establish',
})

export function stemEnglish(word: string): string {
  const known = IRREGULAR[word]
  if (known !== undefined) return known
  if (word.length < 4 || word.length > LONGEST_STEMMED || !/^[a-z]+$/.test(word)) return word
  let stem = word
  if (/[^aeiou]ies$/.test(stem)) stem = `${stem.slice(0, -3)}y`
  else if (/(ss|x|zz|ch|sh|[^aeiou]o)es$/.test(stem)) stem = stem.slice(0, -2)
  else if (/[^siu]s$/.test(stem)) stem = stem.slice(0, -1)
  if (/[^aeiou]ied$/.test(stem)) stem = `${stem.slice(0, -3)}y`
  else if (/[aeiouy].*ing$/.test(stem) && stem.length > 4) stem = base(stem.slice(0, -3))
  else if (/[aeiouy].*ed$/.test(stem) && stem.length > 4 && !/eed$/.test(stem)) stem = base(stem.slice(0, -2))
  else if (/ly$/.test(stem) && stem.length > 6) stem = stem.slice(0, -2)
  return stem.replace(/(.{2,})our$/, '$1or').replace(/(.{3,})ise$/, '$1ize')
}

/** Restores the base form after -ing or -ed was removed: runn -> run, mak -> make, creat -> create, visit -> visit. */
function base(stem: string): string {
  if (/([bdgkmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  const isShort = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(stem)
  return isShort || /(at|iz|is|ut|ag|ang|uc|iv|ov|as|os|us|nc|rc|dg|rv|lv|bl|ur|ir)$/.test(stem) ? `${stem}e` : stem
}

/** Keeps `er`: Leben (life) and Leber (liver) are different words. */
export function stemGerman(word: string): string {
  if (word.length < 5 || word.length > LONGEST_STEMMED) return word
  const once = word.replace(/(?:em|en|es|e|n|s)$/, '')
  return once.length < 5 ? once : once.replace(/(?:en|e|n)$/, '')
}

/** Keeps the gender: hijo and hija are different people. */
export function stemSpanish(word: string): string {
  if (word.length < 4 || word.length > LONGEST_STEMMED) return word
  const single = word.replace(/([^aeiou])es$/, '$1').replace(/([aeiou])s$/, '$1')
  return single.length > 5 ? single.replace(/(?:ar|er|ir|o|e)$/, '') : single
}

export function stemFrench(word: string): string {
  if (word.length < 4 || word.length > LONGEST_STEMMED) return word
  return word.replace(/[sx]$/, '')
}

export function stemNothing(word: string): string {
  return word
}
