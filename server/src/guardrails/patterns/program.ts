/** Converts a pattern to instructions, and groups characters into classes that no instruction distinguishes. */

import type { RE2JS } from 're2js'

/** Kinds of instructions. The numbers are those of re2js. */
export const ALT = 1
export const EMPTY_WIDTH = 4
export const FAIL = 5
export const MATCH = 6
const NOP = 7
export const RUNE = 8

/** Assertions, as in the `arg` of an `EMPTY_WIDTH` instruction. */
const BEGIN_LINE = 1
const END_LINE = 2
const BEGIN_TEXT = 4
const END_TEXT = 8
const WORD_BOUNDARY = 16
const NO_WORD_BOUNDARY = 32

/** Kinds of characters that assertions distinguish. `EDGE` is the start or end of the text. */
export const EDGE = 0
const LINE_FEED = 1
const WORD = 2
export const OTHER = 3
/** The kind is unknown, because the text has not arrived yet. */
export const UNKNOWN = 4
export const KINDS = 4

export type Program = {
  readonly start: number
  readonly match: number
  readonly op: Uint8Array
  /** The next instruction. For an `ALT`: the preferred one. */
  readonly out: Int32Array
  /** For an `ALT`: the other instruction. For an `EMPTY_WIDTH`: the assertions. For a `RUNE`: its set of classes. */
  readonly arg: Int32Array
  readonly classes: CharacterClasses
  /** `accepts[set * classes.count + class]` is 1 if the set contains the class. */
  readonly accepts: Uint8Array
  /** The kind of the characters of a class. Kinds that no assertion of the program distinguishes are `OTHER`. */
  readonly kindOfClass: Uint8Array
  readonly hasAssertions: boolean
  /** Every match contains at least one of these literals. Empty if none are known. */
  readonly required: readonly string[]
}

/** Maximum number of required literals. Searching for more would take longer than the automaton. */
const MAX_REQUIRED = 8

/** The assertions that hold between two characters of these kinds. */
export function assertionsBetween(before: number, after: number): number {
  if (after === UNKNOWN) return 0
  let held = (before === WORD) === (after === WORD) ? NO_WORD_BOUNDARY : WORD_BOUNDARY
  if (before === EDGE) held |= BEGIN_TEXT | BEGIN_LINE
  else if (before === LINE_FEED) held |= BEGIN_LINE
  if (after === EDGE) held |= END_TEXT | END_LINE
  else if (after === LINE_FEED) held |= END_LINE
  return held
}

const PAGE = 256
const LAST_BMP = 0xffff
const LAST_CODE_POINT = 0x10ffff

/** Maps characters to classes. */
export class CharacterClasses {
  readonly count: number
  readonly ascii: Uint16Array
  readonly #bounds: Int32Array
  readonly #classOfInterval: Uint16Array
  readonly #pages: (Uint16Array | undefined)[] = []

  /** `bounds`: the first code point of every interval but the first, which begins at 0. */
  constructor(bounds: Int32Array, classOfInterval: Uint16Array, count: number) {
    this.#bounds = bounds
    this.#classOfInterval = classOfInterval
    this.count = count
    this.ascii = Uint16Array.from({ length: 128 }, (_, code) => this.#search(code))
  }

  of(codePoint: number): number {
    if (codePoint > LAST_BMP) return this.#search(codePoint)
    const page = codePoint >> 8
    let classes = this.#pages[page]
    if (classes === undefined) {
      classes = Uint16Array.from({ length: PAGE }, (_, low) => this.#search(page * PAGE + low))
      this.#pages[page] = classes
    }
    return classes[codePoint & (PAGE - 1)]!
  }

  #search(codePoint: number): number {
    return this.#classOfInterval[intervalOf(this.#bounds, codePoint)]!
  }
}

function intervalOf(bounds: Int32Array, codePoint: number): number {
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (bounds[middle]! <= codePoint) low = middle + 1
    else high = middle
  }
  return low
}

/** The part of re2js's program that is used here. The type declarations of re2js do not describe it. */
type Re2Instruction = {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: Int32Array
  readonly matchRune: (rune: number) => boolean
}
type Re2Program = { readonly inst: readonly Re2Instruction[]; readonly start: number }

/** What re2js requires of a matching text: the literal `str`, all of the `subs`, or one of the `subs`. */
type Re2Prefilter = { readonly type: number; readonly str: string; readonly subs: readonly Re2Prefilter[] }

const RE2_EXACT = 1
const RE2_AND = 2
const RE2_OR = 3
const RE2_ALT_MATCH = 2
const RE2_CAPTURE = 3
const RE2_LAST_RUNE = 11

/** Converts the program that re2js compiled. Case folding and Unicode classes are those of re2js. */
export function programOf(regex: RE2JS): Program {
  const re2 = regex.re2()
  const { inst, start } = re2.prog as Re2Program
  const size = inst.length
  const op = new Uint8Array(size)
  const out = new Int32Array(size)
  const arg = new Int32Array(size)
  let match = -1
  let assertions = 0
  const sets = new ClassSets(Int32Array.from(re2.dfa.classBounds))
  for (let pc = 0; pc < size; pc++) {
    const instruction = inst[pc]!
    out[pc] = instruction.out
    arg[pc] = instruction.arg
    if (instruction.op >= RUNE && instruction.op <= RE2_LAST_RUNE) {
      op[pc] = RUNE
      arg[pc] = sets.of(instruction)
    } else if (instruction.op === RE2_CAPTURE || instruction.op === NOP) {
      op[pc] = NOP
    } else if (instruction.op === ALT || instruction.op === RE2_ALT_MATCH) {
      op[pc] = ALT
    } else if (instruction.op === EMPTY_WIDTH) {
      op[pc] = EMPTY_WIDTH
      assertions |= instruction.arg
    } else if (instruction.op === MATCH) {
      op[pc] = MATCH
      match = pc
    } else if (instruction.op === FAIL) {
      op[pc] = FAIL
    } else {
      throw new Error(`re2js compiled an instruction of the unknown kind ${instruction.op}.`)
    }
  }
  const prefilter = re2.prefilter as Re2Prefilter | null
  const required = prefilter === null ? [] : literalsOf(prefilter)
  return { start, match, op, out, arg, required, ...sets.finish(assertions) }
}

/** Every match contains at least one of the returned literals. Empty if there are none, or too many. */
function literalsOf({ type, str, subs }: Re2Prefilter): readonly string[] {
  if (type === RE2_EXACT) return [str]
  const lists = subs.map(literalsOf)
  if (type === RE2_OR) {
    const all = lists.flat()
    return lists.some((list) => list.length === 0) || all.length > MAX_REQUIRED ? [] : all
  }
  if (type !== RE2_AND) return []
  // Prefer the shortest list, and among equal ones the longest literals, because they are the rarest.
  const found = lists.filter((list) => list.length > 0)
  return found.toSorted((a, b) => a.length - b.length || b.join('').length - a.join('').length)[0] ?? []
}

/** A program that finds any of the words. If several begin at the same index, it finds the longest. */
export function programOfWords(words: readonly string[]): Program {
  type Node = { readonly children: Map<number, Node>; isWord: boolean }
  const newNode = (): Node => ({ children: new Map(), isWord: false })
  const root = newNode()
  const codePoints = new Set<number>()
  let size = 2
  for (const word of words) {
    let node = root
    for (const char of word) {
      const codePoint = char.codePointAt(0)!
      codePoints.add(codePoint)
      let child = node.children.get(codePoint)
      if (child === undefined) {
        child = newNode()
        node.children.set(codePoint, child)
        size += 2
      }
      node = child
    }
    node.isWord = true
  }
  const op = new Uint8Array(size).fill(FAIL)
  const out = new Int32Array(size)
  const arg = new Int32Array(size)
  const match = 1
  op[match] = MATCH
  let used = 2
  const bounds = new Set<number>()
  for (const codePoint of codePoints) {
    if (codePoint > 0) bounds.add(codePoint)
    bounds.add(codePoint + 1)
  }
  const sets = new ClassSets(Int32Array.from(bounds).sort())
  const setOf = new Map([...codePoints].map((codePoint) => [codePoint, sets.ofOne(codePoint)]))
  // Children first, so that every node is placed after the nodes it points to. Recurses as deep as words are long.
  const place = (node: Node): number => {
    let entry = node.isWord ? match : 0
    const children = [...node.children].map(([codePoint, child]) => ({ codePoint, at: place(child) }))
    for (const { codePoint, at } of children) {
      const rune = used++
      op[rune] = RUNE
      out[rune] = at
      arg[rune] = setOf.get(codePoint)!
      if (entry === 0) {
        entry = rune
        continue
      }
      const alternative = used++
      op[alternative] = ALT
      out[alternative] = rune
      arg[alternative] = entry
      entry = alternative
    }
    return entry
  }
  const start = place(root)
  const required = words.length <= MAX_REQUIRED ? words : []
  return { start, match, op, out, arg, required, ...sets.finish(0) }
}

const WORD_RANGES = Int32Array.of(0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a)

/** The distinct character sets of a program, as lists of intervals, and the classes derived from them. */
class ClassSets {
  readonly #bounds: Int32Array
  readonly #intervals: number
  readonly #sets: (readonly number[])[] = []
  readonly #known = new Map<Int32Array, Map<number, number>>()
  #byCase: Map<string, number[]> | null = null

  constructor(bounds: Int32Array) {
    this.#bounds = bounds
    this.#intervals = bounds.length + 1
  }

  of(instruction: Re2Instruction): number {
    let byFlags = this.#known.get(instruction.runes)
    if (byFlags === undefined) {
      byFlags = new Map()
      this.#known.set(instruction.runes, byFlags)
    }
    const known = byFlags.get(instruction.arg)
    if (known !== undefined) return known
    const set = this.#add(
      instruction.runes.length === 1 ? this.#folded(instruction) : this.#inRanges(instruction.runes),
    )
    byFlags.set(instruction.arg, set)
    return set
  }

  ofOne(codePoint: number): number {
    return this.#add([intervalOf(this.#bounds, codePoint)])
  }

  #add(intervals: readonly number[]): number {
    return this.#sets.push(intervals) - 1
  }

  #first(interval: number): number {
    return interval === 0 ? 0 : this.#bounds[interval - 1]!
  }

  #inRanges(ranges: Int32Array): number[] {
    const intervals: number[] = []
    for (let at = 0; at < ranges.length; at += 2) {
      const last = ranges[at + 1]!
      for (let interval = intervalOf(this.#bounds, ranges[at]!); interval < this.#intervals; interval++) {
        if (this.#first(interval) > last) break
        intervals.push(interval)
      }
    }
    return intervals
  }

  /**
   * The intervals of one character and, if the instruction ignores case, of its other cases. re2js does not export its
   * case table, so each candidate is tested.
   */
  #folded(instruction: Re2Instruction): number[] {
    const rune = instruction.runes[0]!
    const own = intervalOf(this.#bounds, rune)
    if (instruction.arg === 0) return [own]
    if (this.#byCase === null) {
      this.#byCase = new Map()
      for (let interval = 0; interval < this.#intervals; interval++) {
        // A range up to the last code point leaves an interval after it.
        if (this.#first(interval) > LAST_CODE_POINT) break
        for (const key of casesOf(this.#first(interval))) {
          const same = this.#byCase.get(key)
          if (same === undefined) this.#byCase.set(key, [interval])
          else same.push(interval)
        }
      }
    }
    const intervals = new Set([own])
    for (const key of casesOf(rune)) {
      for (const interval of this.#byCase.get(key) ?? []) {
        if (instruction.matchRune(this.#first(interval))) intervals.add(interval)
      }
    }
    return [...intervals]
  }

  /** Groups the intervals into the largest classes that no set, and no assertion in use, distinguishes. */
  finish(assertions: number): Pick<Program, 'classes' | 'accepts' | 'kindOfClass' | 'hasAssertions'> {
    const kinds: { readonly kind: number; readonly intervals: readonly number[] }[] = []
    if ((assertions & (WORD_BOUNDARY | NO_WORD_BOUNDARY)) !== 0) {
      kinds.push({ kind: WORD, intervals: this.#inRanges(WORD_RANGES) })
    }
    if ((assertions & (BEGIN_LINE | END_LINE)) !== 0) {
      kinds.push({ kind: LINE_FEED, intervals: this.#inRanges(Int32Array.of(10, 10)) })
    }
    const classOf = new Uint16Array(this.#intervals)
    let used = 1
    for (const intervals of [...this.#sets, ...kinds.map((kind) => kind.intervals)]) {
      const moved = new Map<number, number>()
      for (const interval of intervals) {
        const before = classOf[interval]!
        let after = moved.get(before)
        if (after === undefined) {
          after = used++
          moved.set(before, after)
        }
        classOf[interval] = after
      }
      // Ids of empty classes are reused, so that all ids fit into 16 bits.
      if (used > 0x8000) used = renumber(classOf)
    }
    const count = renumber(classOf)
    const accepts = new Uint8Array(this.#sets.length * count)
    this.#sets.forEach((intervals, set) => {
      for (const interval of intervals) accepts[set * count + classOf[interval]!] = 1
    })
    const kindOfClass = new Uint8Array(count).fill(OTHER)
    for (const { kind, intervals } of kinds) for (const interval of intervals) kindOfClass[classOf[interval]!] = kind
    return {
      classes: new CharacterClasses(this.#bounds, classOf, count),
      accepts,
      kindOfClass,
      hasAssertions: assertions !== 0,
    }
  }
}

function renumber(classOf: Uint16Array): number {
  const ids = new Map<number, number>()
  for (let at = 0; at < classOf.length; at++) {
    let id = ids.get(classOf[at]!)
    if (id === undefined) {
      id = ids.size
      ids.set(classOf[at]!, id)
    }
    classOf[at] = id
  }
  return ids.size
}

/** Keys of a character. Two characters that differ only in case have at least one key in common. */
function casesOf(codePoint: number): readonly string[] {
  const char = String.fromCodePoint(codePoint)
  const lower = char.toLowerCase()
  const folded = char.toUpperCase().toLowerCase()
  return lower === folded ? [lower] : [lower, folded]
}
