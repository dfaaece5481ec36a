/**
 * Finds the matches of a pattern with deterministic automata, whose states are built when a text first reaches them.
 *
 * A forward automaton finds the regions of a text that can contain a match. A backward automaton then finds, for every
 * position of a region, the instructions from which a match can still be reached, so that the preferred match can be
 * followed without backtracking. Each automaton takes one pass, so all matches are found in linear time.
 */

import {
  ALT,
  assertionsBetween,
  EDGE,
  EMPTY_WIDTH,
  FAIL,
  KINDS,
  MATCH,
  OTHER,
  type Program,
  RUNE,
  UNKNOWN,
} from './program.ts'
import type { TextPattern, TextRange } from './text-pattern.ts'

export type AutomatonLimits = {
  /** Maximum estimated size of the states of one automaton. If it is reached, all states are deleted. */
  readonly stateBytes: number
  /** Number of positions whose backward states are kept at the same time. */
  readonly block: number
  /**
   * Maximum work of one call in addition to reading the text: about one unit per instruction visited. A call that needs
   * more throws, after 10 to 20 ms, or up to 50 ms if it is the first call of a process. That happens to texts whose
   * states hardly ever repeat.
   */
  readonly work: number
}

const LIMITS: AutomatonLimits = { stateBytes: 1_048_576, block: 1_024, work: 2_000_000 }
const STATE_BYTES = 160
const CHOICE_BYTES = 48
/** The work of storing a state, in addition to the instructions visited to build it. */
const WORK_PER_STATE = 64
const WORK_PER_MEMBER = 8
/** The work of a character whose state is not stored. */
const WORK_PER_PASS = 24
/** After this many deletions of the forward states, a call continues without storing states. */
const MAX_CLEARS = 1
/** Regions with at most this many characters between them are searched together. */
const NEAR = 32
const MAX_BEGUN_TARGETS = 65_536

/** Flag of a forward state: a non-empty match ends here. */
const MATCHED = 1
/** Flag of a forward state: a non-empty match ended before the last character. */
const MATCHED_BEFORE = 2
/** Flag of a forward state: the pattern has an empty match before the last character. */
const EMPTY_BEFORE = 4
/** Flag of a forward state: no match that began earlier can continue. */
const QUIET = 8
const FLAG_BITS = 4

const NONE = -1

/** A state of a backward automaton. */
class State {
  readonly next: (State | undefined)[]
  /** Bits by kind of the previous character: `startKnown` if computed, `startViable` if a match can begin here. */
  startKnown = 0
  startViable = 0
  /** The results of `#choose`, by `instruction * KINDS + kind of the previous character`. */
  choices: Map<number, number> | null = null

  constructor(
    /** The character instructions that can reach the goal. */
    readonly set: Int32Array,
    /** The kind of the next character. */
    readonly kind: number,
    classCount: number,
  ) {
    this.next = new Array<State | undefined>(classCount).fill(undefined)
  }
}

export class Automaton implements TextPattern {
  readonly matchesEmpty: boolean
  readonly #program: Program
  readonly #limits: AutomatonLimits
  readonly #classCount: number
  readonly #forward: ForwardStates
  readonly #toMatch: StateCache
  readonly #toLive: StateCache
  readonly #stamp: Int32Array
  readonly #pending: Int32Array
  readonly #targets: Int32Array
  readonly #members: Int32Array
  readonly #preceding: { readonly epsilon: Lists; readonly rune: Lists }
  /** Indexed by ASCII code: 1 if no match begins with the character. */
  readonly #beginsNothing: Uint8Array
  /** The results of `#beginningAt`, by assertions and class. */
  readonly #begun = new Map<number, { readonly targets: readonly number[]; readonly isEmptyMatch: boolean }>()
  #begunTargets = 0
  #stampNow = 0
  #work = 0

  constructor(program: Program, limits: AutomatonLimits = LIMITS) {
    this.#limits = limits
    this.#program = program
    this.#classCount = program.classes.count
    this.#forward = new ForwardStates(this.#classCount, program.op.length, limits.stateBytes)
    this.#toMatch = new StateCache(this.#classCount, limits.stateBytes)
    this.#toLive = new StateCache(this.#classCount, limits.stateBytes)
    this.#stamp = new Int32Array(program.op.length)
    // Each instruction pushes at most two others. The rest is for the initial content of the stack.
    this.#pending = new Int32Array(program.op.length * 3 + 1)
    this.#targets = new Int32Array(program.op.length * 6 + 1)
    this.#members = new Int32Array(program.op.length)
    this.#preceding = precedingOf(program)
    this.#beginsNothing = beginsNothing(program)
    this.matchesEmpty = this.#canMatchEmpty()
  }

  matches(text: string): boolean {
    this.#work = 0
    if (this.#lacksLiterals(text, 0)) return false
    const { classes } = this.#program
    const { ascii } = classes
    const forward = this.#forward
    let state = this.#begin(text, 0)
    let { table } = forward
    for (let at = 0; at < text.length; ) {
      if ((state & QUIET) !== 0) {
        const next = this.#nextBeginning(text, at, text.length)
        if (next > at) {
          at = next
          state = this.#quietBefore(text, at)
          table = forward.table
          if (at === text.length) break
        }
      }
      const code = text.charCodeAt(at)
      let group: number
      if (code < 128) {
        group = ascii[code]!
        at++
      } else {
        const codePoint = text.codePointAt(at)!
        group = classes.of(codePoint)
        at += codePoint > 0xffff ? 2 : 1
      }
      const known = table[(state >> FLAG_BITS) + group]!
      if (known >= 0) state = known
      else {
        state = this.#advance(state, group)
        table = forward.table
      }
      if ((state & (MATCHED | MATCHED_BEFORE | EMPTY_BEFORE)) !== 0) return true
    }
    return (this.#atEnd(state) & (MATCHED_BEFORE | EMPTY_BEFORE)) !== 0
  }

  find(text: string, from: number): readonly TextRange[] {
    this.#work = 0
    return this.#lacksLiterals(text, from) ? [] : this.#find(text, from)
  }

  /** `includes` is ten times faster than an automaton, and most texts contain none of the required literals. */
  #lacksLiterals(text: string, from: number): boolean {
    const { required } = this.#program
    return required.length > 0 && required.every((literal) => !text.includes(literal, from))
  }

  #find(text: string, from: number): TextRange[] {
    const { classes } = this.#program
    const { ascii } = classes
    const forward = this.#forward
    const found: TextRange[] = []
    let state = this.#begin(text, from)
    let { table } = forward
    let quiet = from
    let hasMatch = false
    // Regions that follow each other closely are searched together.
    let regionStart = NONE
    let regionEnd = NONE
    for (let at = from; at < text.length; ) {
      if ((state & QUIET) !== 0) {
        const next = this.#nextBeginning(text, at, text.length)
        if (next > at) {
          at = next
          quiet = at
          state = this.#quietBefore(text, at)
          table = forward.table
          if (at === text.length) break
        }
      }
      const code = text.charCodeAt(at)
      let group: number
      if (code < 128) {
        group = ascii[code]!
        at++
      } else {
        const codePoint = text.codePointAt(at)!
        group = classes.of(codePoint)
        at += codePoint > 0xffff ? 2 : 1
      }
      const known = table[(state >> FLAG_BITS) + group]!
      if (known >= 0) state = known
      else {
        state = this.#advance(state, group)
        table = forward.table
      }
      if ((state & (MATCHED | MATCHED_BEFORE)) !== 0) hasMatch = true
      if ((state & QUIET) !== 0) {
        if (hasMatch) {
          hasMatch = false
          if (regionStart !== NONE && (quiet - regionEnd > NEAR || at - regionStart > this.#limits.block)) {
            this.#findIn(text, regionStart, regionEnd, found)
            regionStart = NONE
          }
          if (regionStart === NONE) regionStart = quiet
          regionEnd = at
        }
        quiet = at
      }
    }
    if (regionStart !== NONE) this.#findIn(text, regionStart, regionEnd, found)
    if (!hasMatch && (state & QUIET) === 0) hasMatch = (this.#atEnd(state) & MATCHED_BEFORE) !== 0
    if (hasMatch) this.#findIn(text, quiet, text.length, found)
    return found
  }

  settledUntil(text: string, from: number): number {
    this.#work = 0
    // The second half of a surrogate pair can still arrive.
    const end = isHighSurrogate(text, text.length - 1) ? text.length - 1 : text.length
    if (end <= from) return from
    const { classes } = this.#program
    const { ascii } = classes
    const forward = this.#forward
    let state = this.#begin(text, from)
    let { table } = forward
    let quiet = from
    for (let at = from; at < end; ) {
      if ((state & QUIET) !== 0) {
        const next = this.#nextBeginning(text, at, end)
        if (next > at) {
          at = next
          quiet = at
          state = this.#quietBefore(text, at)
          table = forward.table
          if (at === end) break
        }
      }
      const code = text.charCodeAt(at)
      let group: number
      if (code < 128) {
        group = ascii[code]!
        at++
      } else {
        const codePoint = text.codePointAt(at)!
        group = classes.of(codePoint)
        at += codePoint > 0xffff ? 2 : 1
      }
      const known = table[(state >> FLAG_BITS) + group]!
      if (known >= 0) state = known
      else {
        state = this.#advance(state, group)
        table = forward.table
      }
      if ((state & QUIET) !== 0) quiet = at
    }
    if (quiet === end) return end
    const begun = this.#liveBeginnings(text, quiet, end, state)
    let settled = begun.pop() ?? end
    // A live match that began inside a complete match cannot become a match, because matches do not overlap.
    for (const { start, end: matchEnd } of this.#find(text, quiet)) {
      if (start >= settled) break
      while (settled < matchEnd && settled < end) settled = begun.pop() ?? end
    }
    return settled
  }

  /** The forward state before the first character of a search. */
  #begin(text: string, at: number): number {
    this.#forward.clears = 0
    return this.#quietBefore(text, at)
  }

  #quietBefore(text: string, at: number): number {
    const kind = this.#kindBefore(text, at)
    const forward = this.#forward
    return forward.clears < MAX_CLEARS ? forward.quiet(kind) : forward.pass(NO_MEMBERS, 0, kind, QUIET)
  }

  /** The next position at which a match may begin, found faster than by the automaton. */
  #nextBeginning(text: string, from: number, end: number): number {
    const skips = this.#beginsNothing
    let at = from
    while (at < end) {
      const code = text.charCodeAt(at)
      if (code > 0x7f || skips[code] === 0) break
      at++
    }
    return at
  }

  #kindBefore(text: string, at: number): number {
    if (!this.#program.hasAssertions) return OTHER
    if (at === 0) return EDGE
    const { classes, kindOfClass } = this.#program
    const code = text.charCodeAt(at - 1)
    return kindOfClass[code < 128 ? classes.ascii[code]! : classes.of(code)]!
  }

  #kindAfter(text: string, at: number): number {
    if (!this.#program.hasAssertions) return OTHER
    if (at === text.length) return EDGE
    return this.#program.kindOfClass[this.#program.classes.of(text.charCodeAt(at))]!
  }

  /** Counts work, and throws if the call exceeds its limit. */
  #spend(count: number): void {
    this.#work += count
    if (this.#work > this.#limits.work) throw new Error('The pattern is too costly for this text.')
  }

  #newStamp(): number {
    this.#stampNow++
    if (this.#stampNow === 0x7fffffff) {
      this.#stamp.fill(0)
      this.#stampNow = 1
    }
    return this.#stampNow
  }

  /** The forward state after one more character. */
  #advance(state: number, group: number): number {
    const { op, arg, out, accepts, kindOfClass, hasAssertions } = this.#program
    const forward = this.#forward
    const set = forward.setOf(state)
    const kind = kindOfClass[group]!
    const held = assertionsBetween(forward.kindOf(state), kind)
    const stamps = this.#stamp
    const pending = this.#pending
    const targets = this.#targets
    let pendingCount = 0
    let targetCount = 0
    let flags = 0
    for (let at = 0; at < set.length; at++) {
      const pc = set[at]!
      if (op[pc] === RUNE) {
        if (accepts[arg[pc]! * this.#classCount + group] === 1) targets[targetCount++] = out[pc]!
      } else if ((arg[pc]! & ~held) === 0) pending[pendingCount++] = out[pc]!
    }
    let visited = set.length
    if (pendingCount > 0) {
      const stamp = this.#newStamp()
      while (pendingCount > 0) {
        const pc = pending[--pendingCount]!
        if (stamps[pc] === stamp) continue
        stamps[pc] = stamp
        visited++
        const kindOfPc = op[pc]!
        if (kindOfPc === MATCH) flags |= MATCHED_BEFORE
        else if (kindOfPc === RUNE) {
          if (accepts[arg[pc]! * this.#classCount + group] === 1) targets[targetCount++] = out[pc]!
        } else if (kindOfPc === EMPTY_WIDTH) {
          if ((arg[pc]! & ~held) === 0) pending[pendingCount++] = out[pc]!
        } else if (kindOfPc !== FAIL) {
          pending[pendingCount++] = out[pc]!
          if (kindOfPc === ALT) pending[pendingCount++] = arg[pc]!
        }
      }
    }
    const begun = this.#beginningAt(held, group)
    if (begun.isEmptyMatch) flags |= EMPTY_BEFORE
    for (let at = 0; at < begun.targets.length; at++) targets[targetCount++] = begun.targets[at]!
    const members = this.#members
    let count = 0
    const stamp = this.#newStamp()
    while (targetCount > 0) {
      const pc = targets[--targetCount]!
      if (stamps[pc] === stamp) continue
      stamps[pc] = stamp
      visited++
      const kindOfPc = op[pc]!
      if (kindOfPc === MATCH) flags |= MATCHED
      else if (kindOfPc === RUNE || kindOfPc === EMPTY_WIDTH) members[count++] = pc
      else if (kindOfPc !== FAIL) {
        targets[targetCount++] = out[pc]!
        if (kindOfPc === ALT) targets[targetCount++] = arg[pc]!
      }
    }
    if (count === 0) flags |= QUIET
    const kept = hasAssertions ? kind : OTHER
    if (forward.clears >= MAX_CLEARS) {
      this.#spend(visited + WORK_PER_PASS)
      return forward.pass(members, count, kept, flags)
    }
    this.#spend(visited + WORK_PER_STATE + count * WORK_PER_MEMBER)
    const next = forward.intern(members, count, kept, flags)
    // Skipped if `intern` deleted all states, because `state` is then no longer valid.
    if (forward.setOf(state) === set) forward.table[(state >> FLAG_BITS) + group] = next
    return next
  }

  /**
   * For a match that begins before a character of class `group`: the instructions after that character, and whether the
   * match can be empty.
   */
  #beginningAt(held: number, group: number): { readonly targets: readonly number[]; readonly isEmptyMatch: boolean } {
    const key = held * this.#classCount + group
    const known = this.#begun.get(key)
    if (known !== undefined) return known
    const { op, arg, out, accepts, start } = this.#program
    const targets: number[] = []
    let isEmptyMatch = false
    const stamp = this.#newStamp()
    const pending = [start]
    let visited = 0
    while (pending.length > 0) {
      const pc = pending.pop()!
      if (this.#stamp[pc] === stamp) continue
      this.#stamp[pc] = stamp
      visited++
      const kindOfPc = op[pc]!
      if (kindOfPc === MATCH) isEmptyMatch = true
      else if (kindOfPc === RUNE) {
        if (group < this.#classCount && accepts[arg[pc]! * this.#classCount + group] === 1) targets.push(out[pc]!)
      } else if (kindOfPc === EMPTY_WIDTH) {
        if ((arg[pc]! & ~held) === 0) pending.push(out[pc]!)
      } else if (kindOfPc !== FAIL) {
        pending.push(out[pc]!)
        if (kindOfPc === ALT) pending.push(arg[pc]!)
      }
    }
    this.#spend(visited)
    const begun = { targets, isEmptyMatch }
    this.#begunTargets += targets.length + 1
    if (this.#begunTargets > MAX_BEGUN_TARGETS) {
      this.#begun.clear()
      this.#begunTargets = 0
    }
    this.#begun.set(key, begun)
    return begun
  }

  /** The flags of a forward state at the end of the text, where assertions such as `$` are decided. */
  #atEnd(state: number): number {
    const { op, arg, out } = this.#program
    const held = assertionsBetween(this.#forward.kindOf(state), EDGE)
    let flags = 0
    const stamp = this.#newStamp()
    const pending: number[] = []
    for (const pc of this.#forward.setOf(state))
      if (op[pc] === EMPTY_WIDTH && (arg[pc]! & ~held) === 0) pending.push(out[pc]!)
    while (pending.length > 0) {
      const pc = pending.pop()!
      if (this.#stamp[pc] === stamp) continue
      this.#stamp[pc] = stamp
      const kindOfPc = op[pc]!
      if (kindOfPc === MATCH) flags |= MATCHED_BEFORE
      else if (kindOfPc === EMPTY_WIDTH) {
        if ((arg[pc]! & ~held) === 0) pending.push(out[pc]!)
      } else if (kindOfPc !== RUNE && kindOfPc !== FAIL) {
        pending.push(out[pc]!)
        if (kindOfPc === ALT) pending.push(arg[pc]!)
      }
    }
    if (this.#beginningAt(held, this.#classCount).isEmptyMatch) flags |= EMPTY_BEFORE
    return flags
  }

  /** Whether the pattern has an empty match between some kinds of characters. */
  #canMatchEmpty(): boolean {
    for (let before = 0; before < KINDS; before++) {
      for (let after = 0; after < KINDS; after++) {
        if (this.#beginningAt(assertionsBetween(before, after), this.#classCount).isEmptyMatch) return true
      }
    }
    return false
  }

  /** The backward state one character earlier. Also records whether a match can begin at the position of `state`. */
  #retreat(cache: StateCache, state: State, group: number): State {
    const { accepts, arg, kindOfClass } = this.#program
    const kind = kindOfClass[group]!
    const reached = this.#reach(cache, state, kind)
    const members: number[] = []
    const { rune } = this.#preceding
    const collected = this.#newStamp()
    for (const pc of reached) {
      for (let at = rune.offsets[pc]!; at < rune.offsets[pc + 1]!; at++) {
        const before = rune.items[at]!
        if (this.#stamp[before] === collected || accepts[arg[before]! * this.#classCount + group] !== 1) continue
        this.#stamp[before] = collected
        members.push(before)
      }
    }
    this.#spend(WORK_PER_STATE + members.length * WORK_PER_MEMBER)
    return cache.connect(state, group, sorted(members), this.#program.hasAssertions ? kind : OTHER)
  }

  /** The instructions that reach the goal without consuming a character, if the previous character is of `kind`. */
  #reach(cache: StateCache, state: State, kind: number): readonly number[] {
    const { op, arg, match, start } = this.#program
    const { epsilon } = this.#preceding
    const held = assertionsBetween(kind, state.kind)
    const stamp = this.#newStamp()
    const reached: number[] = []
    const reach = (pc: number): void => {
      if (this.#stamp[pc] === stamp) return
      this.#stamp[pc] = stamp
      reached.push(pc)
    }
    if (cache === this.#toMatch) reach(match)
    for (const pc of state.set) reach(pc)
    for (let next = 0; next < reached.length; next++) {
      const pc = reached[next]!
      for (let at = epsilon.offsets[pc]!; at < epsilon.offsets[pc + 1]!; at++) {
        const before = epsilon.items[at]!
        if (op[before] !== EMPTY_WIDTH || (arg[before]! & ~held) === 0) reach(before)
      }
    }
    this.#spend(reached.length)
    state.startKnown |= 1 << kind
    if (this.#stamp[start] === stamp) state.startViable |= 1 << kind
    return reached
  }

  #canBegin(cache: StateCache, state: State, kind: number): boolean {
    if ((state.startKnown & (1 << kind)) === 0) this.#reach(cache, state, kind)
    return (state.startViable & (1 << kind)) !== 0
  }

  /** The start positions of matches that can still continue, last first. `state` is the forward state at `end`. */
  #liveBeginnings(text: string, from: number, end: number, state: number): number[] {
    const begun: number[] = []
    let backward = this.#toLive.intern(sorted(this.#forward.setOf(state)), UNKNOWN)
    let at = end
    while (at > from && backward.set.length > 0) {
      const width = widthBefore(text, at)
      const group = this.#program.classes.of(text.codePointAt(at - width)!)
      if (at < end && this.#canBegin(this.#toLive, backward, this.#program.kindOfClass[group]!)) begun.push(at)
      backward = backward.next[group] ?? this.#retreat(this.#toLive, backward, group)
      at -= width
    }
    if (at === from && backward.set.length > 0 && this.#canBegin(this.#toLive, backward, this.#kindBefore(text, at))) {
      begun.push(at)
    }
    return begun
  }

  /** Adds the matches between `from` and `to` to `found`. No match may cross these positions. */
  #findIn(text: string, from: number, to: number, found: TextRange[]): void {
    const { op, out, match, start } = this.#program
    // The backward states at the ends of the blocks, from the last block to the first.
    const blocks: { readonly end: number; readonly state: State; readonly canBegin: boolean }[] = []
    let state = this.#toMatch.intern(NO_MEMBERS, this.#kindAfter(text, to))
    let block = { end: to, state }
    // A single block is always searched, so the pass that looks for blocks with a match is skipped.
    let canBegin = to - from <= this.#limits.block
    for (let at = canBegin ? from : to; at > from; ) {
      const width = widthBefore(text, at)
      const group = this.#program.classes.of(text.codePointAt(at - width)!)
      state = state.next[group] ?? this.#retreat(this.#toMatch, state, group)
      at -= width
      canBegin ||= this.#canBegin(this.#toMatch, state, this.#kindBefore(text, at))
      if (at > from && block.end - at >= this.#limits.block) {
        blocks.push({ ...block, canBegin })
        block = { end: at, state }
        canBegin = false
      }
    }
    blocks.push({ ...block, canBegin })

    let at = from
    /** The instruction after the last character of the current match, or NONE. `began` is where that match began. */
    let thread = NONE
    let began = from
    const states: State[] = []
    for (const { end, state: last, canBegin: isCandidate } of blocks.toReversed()) {
      if (thread === NONE && !isCandidate) {
        at = end
        continue
      }
      this.#statesBefore(text, at, end, last, states)
      const base = at
      while (at < end || (end === to && thread !== NONE)) {
        const here = states[at - base]!
        const kind = this.#kindBefore(text, at)
        if (thread === NONE && !this.#canBegin(this.#toMatch, here, kind)) {
          at += widthAt(text, at)
          continue
        }
        if (thread === NONE) began = at
        const chosen = this.#choose(here, thread === NONE ? start : thread, kind)
        if (chosen === match) {
          // An empty match is not reported, but it precludes other matches that begin at the same position.
          if (thread === NONE) at += widthAt(text, at)
          else found.push({ start: began, end: at })
          thread = NONE
        } else if (chosen === NONE || op[chosen] !== RUNE) {
          throw new Error('The automaton lost a match that it had found.')
        } else {
          thread = out[chosen]!
          at += widthAt(text, at)
        }
      }
    }
  }

  /** Fills `states` with the backward state of every position from `from` to `to`. */
  #statesBefore(text: string, from: number, to: number, last: State, states: State[]): void {
    let state = last
    states[to - from] = state
    for (let at = to; at > from; ) {
      const width = widthBefore(text, at)
      const group = this.#program.classes.of(text.codePointAt(at - width)!)
      state = state.next[group] ?? this.#retreat(this.#toMatch, state, group)
      at -= width
      states[at - from] = state
    }
  }

  /** The preferred instruction that is reached from `from` without consuming a character and leads to a match. */
  #choose(state: State, from: number, kind: number): number {
    const key = from * KINDS + kind
    const known = state.choices?.get(key)
    if (known !== undefined) return known
    const { op, arg, out } = this.#program
    const held = assertionsBetween(kind, state.kind)
    const viable = new Set(state.set)
    const stamp = this.#newStamp()
    const pending = [from]
    let visited = state.set.length
    let chosen = NONE
    while (pending.length > 0) {
      const pc = pending.pop()!
      if (this.#stamp[pc] === stamp) continue
      this.#stamp[pc] = stamp
      visited++
      const kindOfPc = op[pc]!
      if (kindOfPc === MATCH || (kindOfPc === RUNE && viable.has(pc))) {
        chosen = pc
        break
      }
      if (kindOfPc === EMPTY_WIDTH) {
        if ((arg[pc]! & ~held) === 0) pending.push(out[pc]!)
      } else if (kindOfPc === ALT) pending.push(arg[pc]!, out[pc]!)
      else if (kindOfPc !== RUNE && kindOfPc !== FAIL) pending.push(out[pc]!)
    }
    this.#spend(visited + WORK_PER_STATE)
    state.choices ??= new Map()
    state.choices.set(key, chosen)
    this.#toMatch.charge(CHOICE_BYTES)
    return chosen
  }
}

const NO_MEMBERS = new Int32Array(0)

function sorted(members: ArrayLike<number>): Int32Array {
  return Int32Array.from(members).sort()
}

function isHighSurrogate(text: string, at: number): boolean {
  return at >= 0 && (text.charCodeAt(at) & 0xfc00) === 0xd800
}

function widthAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1
}

function widthBefore(text: string, at: number): number {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && isHighSurrogate(text, at - 2) ? 2 : 1
}

const UNKNOWN_STATE = -1

/**
 * The states of the forward automaton. A state is a number: the start of its row in the table, and its flags. `setOf`
 * returns its instructions, `kindOf` the kind of the previous character.
 */
class ForwardStates {
  table: Int32Array
  /** How often all states were deleted. */
  clears = 0
  readonly #classCount: number
  readonly #maxBytes: number
  readonly #byKey = new Map<string, number>()
  readonly #sets: Int32Array[] = []
  readonly #kinds: number[] = []
  /** The instructions of the state that `pass` returned last. */
  readonly #passing: Int32Array
  /** The states without instructions, by the kind of the previous character. */
  readonly #quiet = new Int32Array(KINDS).fill(UNKNOWN_STATE)
  #bytes = 0

  constructor(classCount: number, instructions: number, maxBytes: number) {
    this.#classCount = classCount
    this.#passing = new Int32Array(instructions)
    this.#maxBytes = maxBytes
    this.table = new Int32Array(16 * classCount).fill(UNKNOWN_STATE)
  }

  setOf(state: number): Int32Array {
    return this.#sets[(state >> FLAG_BITS) / this.#classCount]!
  }

  kindOf(state: number): number {
    return this.#kinds[(state >> FLAG_BITS) / this.#classCount]!
  }

  /** The state in which no match has begun. */
  quiet(kind: number): number {
    const known = this.#quiet[kind]!
    if (known !== UNKNOWN_STATE) return known
    const state = this.intern(NO_MEMBERS, 0, kind, QUIET)
    this.#quiet[kind] = state
    return state
  }

  intern(members: Int32Array, count: number, kind: number, flags: number): number {
    const set = members.slice(0, count).sort()
    const key = keyOf(set, kind, flags)
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const bytes = STATE_BYTES + count * 8 + this.#classCount * 4
    if (this.#bytes + bytes > this.#maxBytes && this.#bytes > 0) this.#clear()
    this.#bytes += bytes
    const state = this.#append(set, kind, flags)
    this.#byKey.set(key, state)
    return state
  }

  /** Makes a state that is not stored. It overwrites the state of the previous call. */
  pass(members: Int32Array, count: number, kind: number, flags: number): number {
    if (this.#byKey.size > 0) this.#clear()
    for (let at = 0; at < count; at++) this.#passing[at] = members[at]!
    this.#sets[0] = this.#passing.subarray(0, count)
    this.#kinds[0] = kind
    return flags
  }

  #append(set: Int32Array, kind: number, flags: number): number {
    const row = this.#sets.length * this.#classCount
    if (row + this.#classCount > this.table.length) {
      const larger = new Int32Array(this.table.length * 2).fill(UNKNOWN_STATE)
      larger.set(this.table)
      this.table = larger
    }
    this.#sets.push(set)
    this.#kinds.push(kind)
    return (row << FLAG_BITS) | flags
  }

  #clear(): void {
    this.clears++
    this.table.fill(UNKNOWN_STATE, 0, this.#sets.length * this.#classCount)
    this.#byKey.clear()
    this.#sets.length = 0
    this.#kinds.length = 0
    this.#quiet.fill(UNKNOWN_STATE)
    this.#bytes = 0
  }
}

function keyOf(set: Int32Array, kind: number, flags: number): string {
  return String.fromCharCode((kind << FLAG_BITS) | flags, ...set)
}

/** The states of a backward automaton by their content. */
class StateCache {
  readonly #classCount: number
  readonly #maxBytes: number
  readonly #states = new Map<string, State>()
  #bytes = 0

  constructor(classCount: number, maxBytes: number) {
    this.#classCount = classCount
    this.#maxBytes = maxBytes
  }

  /** Counts additional memory of a state. */
  charge(bytes: number): void {
    this.#bytes += bytes
  }

  intern(set: Int32Array, kind: number): State {
    const key = keyOf(set, kind, 0)
    const known = this.#states.get(key)
    if (known !== undefined) return known
    const bytes = STATE_BYTES + set.length * 8 + this.#classCount * 8
    if (this.#bytes + bytes > this.#maxBytes) {
      this.#states.clear()
      this.#bytes = 0
    }
    const state = new State(set, kind, this.#classCount)
    this.#states.set(key, state)
    this.#bytes += bytes
    return state
  }

  /** The state that a character leads to. Stores the transition unless `intern` has just deleted all states. */
  connect(state: State, group: number, set: Int32Array, kind: number): State {
    const size = this.#bytes
    const next = this.intern(set, kind)
    if (this.#bytes >= size) state.next[group] = next
    return next
  }
}

/** Indexed by ASCII code: 1 if no match begins with the character, whatever assertions hold. */
function beginsNothing({ op, out, arg, start, classes, accepts }: Program): Uint8Array {
  const canBegin = new Uint8Array(classes.count)
  const seen = new Uint8Array(op.length)
  const pending = [start]
  while (pending.length > 0) {
    const pc = pending.pop()!
    if (seen[pc] === 1) continue
    seen[pc] = 1
    const kind = op[pc]!
    // An empty match can begin anywhere.
    if (kind === MATCH) return new Uint8Array(128)
    if (kind === RUNE) {
      const row = arg[pc]! * classes.count
      for (let group = 0; group < classes.count; group++) canBegin[group]! |= accepts[row + group]!
    } else if (kind !== FAIL) {
      pending.push(out[pc]!)
      if (kind === ALT) pending.push(arg[pc]!)
    }
  }
  return Uint8Array.from(classes.ascii, (group) => 1 - canBegin[group]!)
}

/** Lists of instructions, one per instruction: those of `pc` are `items[offsets[pc]]` to `items[offsets[pc + 1] - 1]`. */
type Lists = { readonly offsets: Int32Array; readonly items: Int32Array }

/** The instructions that lead to each instruction, consuming no character (`epsilon`) or one (`rune`). */
function precedingOf({ op, out, arg }: Program): { readonly epsilon: Lists; readonly rune: Lists } {
  const listsFor = (isRune: boolean): Lists => {
    const offsets = new Int32Array(op.length + 1)
    const eachEdge = (visit: (from: number, to: number) => void): void => {
      for (let pc = 0; pc < op.length; pc++) {
        const kind = op[pc]!
        if (kind === MATCH || kind === FAIL || (kind === RUNE) !== isRune) continue
        visit(pc, out[pc]!)
        if (kind === ALT) visit(pc, arg[pc]!)
      }
    }
    eachEdge((_from, to) => {
      offsets[to + 1]!++
    })
    for (let at = 0; at < op.length; at++) offsets[at + 1]! += offsets[at]!
    const items = new Int32Array(offsets[op.length]!)
    const filled = offsets.slice()
    eachEdge((from, to) => {
      items[filled[to]!++] = from
    })
    return { offsets, items }
  }
  return { epsilon: listsFor(false), rune: listsFor(true) }
}
