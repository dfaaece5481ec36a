/**
 * Runs output guardrails on a stream of events in the caller's format. Events are queued whole and released from the
 * front, as soon as every check has settled their texts. Under a denying guardrail nothing is released unchecked.
 */

import { findDuplicate } from '../../../core/body/json-text.ts'
import type { CheckResult, GuardrailActions, GuardrailResult } from '../../../core/guardrails/guardrails.ts'
import { isObject, type JsonObject } from '../../../core/json.ts'
import type { Check } from '../../../guardrails/check.ts'
import type { Guardrail } from '../../../guardrails/guardrail.ts'
import type { Placeholders } from '../../../guardrails/placeholders.ts'
import { ResponseBody } from '../../relay/response-body.ts'
import { markValues, parseKeeping, stringifyKept } from '../raw-values.ts'
import { finish, type GuardRun, isBackground, onlyRemoves } from '../run-guardrails.ts'
import { GuardedBody, type Subject, unreadable } from '../subject.ts'
import type { EventBlock, EventSplitter } from './event-blocks.ts'
import { bytesOf, freePath, textIn } from './response-texts.ts'
import { runCheck, type StageCheck } from './stage-run.ts'
import { ALL, type ResponseText, type Slot, type StreamFormat, type TextKind } from './stream-format.ts'
import { type SpanVerdict, StreamVerdict } from './stream-verdicts.ts'
import { type CheckedText, checkJson, checkText, type Stages, TextRun } from './text-run.ts'

/** The most text of a response that checks of the whole response can hold. */
const MAX_TEXT_LENGTH = 1024 * 1024
/** The most bytes of events that can be held. An event of one token has 200 bytes and more. */
const MAX_HELD_BYTES = 16 * 1024 * 1024
/** The most texts that have begun and not ended. */
const MAX_OPEN_TEXTS = 1_024
/** Texts outside the model's output, such as source titles, are cached by path: most repeat in every event. */
const MAX_REMEMBERED = 256
const TOO_LONG = 'The response is too long to be checked as a stream.'
const CONFLICT = 'The stream has a text where another event has an object.'
const NOT_JSON = 'The stream has an event that is not JSON.'
/** Held events are read again in groups of this size, each in a separate turn of the event loop. */
const GROUP_BYTES = 256 * 1024

const DONE = '[DONE]'
const NO_STAGES: Stages = { guards: [], restorer: null }
const NOTHING = Buffer.alloc(0)
const KEEP_ALIVE = Buffer.from(':\n\n')

/** Finds the placeholders of the request in a response. */
type Restorer = Pick<Placeholders, 'find' | 'settledUntil' | 'valueOf'>

export type StreamGuard = {
  readonly format: StreamFormat
  /** The output guardrails of the target, in order. Background guardrails have no effect here. */
  readonly guardrails: readonly Guardrail[]
  readonly placeholders: Placeholders
  /** Runs guardrails over the texts of the whole response. */
  readonly run: (guardrails: readonly Guardrail[], subject: Subject) => Promise<GuardRun>
  /** The error that ends a stream which is denied after events have been released. */
  readonly refusal: (run: GuardRun) => Error
  readonly isLarge: (text: { readonly length: number }) => boolean
  /** Parses a large event in a worker thread; null if it is not a JSON object. */
  readonly readLarge: (text: string) => Promise<JsonObject | null>
  /** Gets every chunk before the guardrails. */
  readonly onReceived: (chunk: Uint8Array) => void
  /** Gets the events as they are logged: after the guardrails, with placeholders. */
  readonly onGuarded: (bytes: Uint8Array) => void
  /** Gets every event that is released; null if they are not needed. */
  readonly onReleased: ((data: JsonObject) => void) | null
  /** Counts the memory of held events. Throws if a limit is reached. */
  readonly memory: { hold(bytes: number): void; free(bytes: number): void } | null
  /** What is sent before the first event and after the last one. */
  readonly before: Uint8Array
  readonly after: (run: GuardRun) => Uint8Array
}

/** An event in the queue. */
class QueuedEvent {
  bytes: Uint8Array
  readonly name: string
  /** The number of texts that are not settled yet. */
  pending = 0
  /** The changed texts, by the index of their slot. */
  guarded: Map<number, string> | null = null
  sent: Map<number, string> | null = null
  /** True if the event has content, or ends a text. */
  isContent = false
  /** The data of an event that is not JSON, if a check changed it. */
  changedData: string | null = null

  /** `isReframed`: comments, unknown fields and repeated texts are left out. */
  constructor(
    { bytes, name }: Pick<EventBlock, 'bytes' | 'name'>,
    public isReframed: boolean,
  ) {
    this.bytes = bytes
    this.name = name
  }
}

/** A text in an event of the queue. */
type SlotRef = { readonly event: QueuedEvent; readonly index: number; readonly text: string }

/** A text that has not ended. */
type OpenText = {
  /** Null for JSON, which is checked once it is complete. */
  readonly run: TextRun<SlotRef> | null
  readonly held: SlotRef[]
  readonly callId: string | undefined
}

/** A text of the response so far. */
type KeptText = {
  readonly kind: TextKind
  readonly isJson: boolean
  original: string
  guarded: string
  sent: string
  /** Filled only if the whole stream is held. */
  readonly slots: SlotRef[]
  readonly repeats: SlotRef[]
}

export class GuardedStream {
  readonly body: ResponseBody
  /** True if a check needs the whole response before any of it is sent. */
  #holdsAll: boolean
  /** Null if the request has no placeholders. */
  readonly #restorer: Restorer | null
  readonly #verdicts: readonly StreamVerdict[]
  #stages: Stages = NO_STAGES
  /** The guardrail of each stage. */
  #owners: readonly StreamVerdict[] = []
  readonly #splitter: EventSplitter
  readonly #keepsTexts: boolean
  #queue: QueuedEvent[] = []
  /** How many events without content are at the front, before the first release. */
  #preliminary = 0
  #heldBytes = 0
  #countedBytes = 0
  readonly #open = new Map<string, OpenText>()
  readonly #kept = new Map<string, KeptText>()
  readonly #remembered = new Map<string, CheckedText & { readonly text: string }>()
  #textLength = 0
  #isStarted = false
  /** True if the status has been sent, so that a denial needs an event. */
  #isCommitted = false
  #isOver = false
  /** Why checks of the whole response cannot be run; null if they can. */
  #unreadable: string | null = null
  /** True if the rest is released unchecked, because no guardrail denies it or changes text. */
  #isUnchecked = false
  #run: GuardRun | null = null
  #isDenied = false

  constructor(
    private readonly source: ResponseBody,
    private readonly guard: StreamGuard,
  ) {
    const { format, guardrails, placeholders } = guard
    const restorer = placeholders.isEmpty ? null : placeholders
    this.#restorer = restorer
    this.#splitter = format.splitter()
    const acting = guardrails.filter((guardrail) => !isBackground(guardrail))
    this.#holdsAll = acting.some(holdsStream)
    this.#verdicts = acting.map((guardrail) => new StreamVerdict(guardrail, placeholders))
    if (!this.#holdsAll) this.#setStages()
    this.#keepsTexts = format.repeats || this.#holdsAll || guardrails.some(needsTexts)
    this.body = new ResponseBody(() => this.#next())
  }

  get holdsAll(): boolean {
    return this.#holdsAll
  }

  /** From now on texts are checked while they arrive. */
  #setStages(): void {
    const guards: SpanVerdict[] = []
    const owners: StreamVerdict[] = []
    for (const verdict of this.#verdicts) {
      for (const check of verdict.spans) {
        guards.push(check)
        owners.push(verdict)
      }
    }
    this.#owners = owners
    this.#stages = { guards, restorer: this.#restorer && restoring(this.#restorer) }
  }

  /** Call when the status has been sent: a denial can no longer change it. */
  commit(): void {
    this.#isCommitted = true
  }

  /** The results so far. They are complete once the response is denied, or has ended. */
  runSoFar(): GuardRun {
    return this.#run ?? this.#finished()
  }

  get isDenied(): boolean {
    return this.#isDenied
  }

  get hasReleased(): boolean {
    return this.#isStarted
  }

  /** True if a guardrail has failed so far. */
  get hasFailed(): boolean {
    return this.#run === null
      ? this.#verdicts.some(({ spans }) => spans.some((check) => check.hasFailed))
      : this.#run.verdict !== 'passed'
  }

  /** True if the response was denied before anything of it was released. */
  get isRefused(): boolean {
    return this.#isDenied && !this.#isStarted && !this.#isCommitted
  }

  /** The texts of the response after the guardrails, for those that run in the background. */
  subject(): Subject {
    return this.#subjectOf('guarded')
  }

  #subjectOf(member: 'original' | 'guarded'): Subject {
    if (this.#unreadable !== null) return unreadable(this.#unreadable)
    if (this.#textLength > MAX_TEXT_LENGTH) return unreadable(TOO_LONG)
    const { format } = this.guard
    const texts = new Map<string, ResponseText>()
    for (const [path, kept] of this.#kept) texts.set(path, { kind: kept.kind, isJson: kept.isJson, text: kept[member] })
    const bytes = bytesOf(format, texts)
    if (bytes === null) return unreadable(CONFLICT)
    return new GuardedBody(format.endpoint, 'output', bytes, JSON.parse(bytes.toString()) as JsonObject)
  }

  /** Reads the provider's stream until events can be released. */
  async #next(): Promise<Uint8Array | null> {
    for (;;) {
      if (this.#isDenied) return this.#refuse()
      if (this.#isOver) return null
      const chunk = await this.#read()
      if (chunk === null) await this.#finish()
      else {
        for (const block of this.#splitter.push(chunk)) {
          const taking = this.#take(block)
          if (taking) await taking
        }
        for (const { run } of this.#open.values()) run?.settle(false)
        const problem = this.#problem()
        if (problem !== null && this.#holdsAll) await this.#stopHolding(problem)
        else if (problem !== null && !this.#isUnchecked) await this.#stopChecking(problem)
        if (this.#isDenied) continue
        if (this.#verdicts.some(({ isDenied }) => isDenied)) this.#deny(this.#finished())
      }
      if (this.#isDenied) continue
      const released = this.#release()
      this.#keepQueued()
      if (released) return released
    }
  }

  async #read(): Promise<Uint8Array | null> {
    const holders = this.#holders()
    const sinceMs = performance.now()
    const chunk = await this.source.read()
    const heldMs = performance.now() - sinceMs
    for (const verdict of holders) verdict.heldMs += heldMs
    if (chunk) this.guard.onReceived(chunk)
    return chunk
  }

  /** The guardrails that hold text back now. */
  #holders(): Iterable<StreamVerdict> {
    if (this.#queue.length === 0) return []
    if (this.#holdsAll) return this.#verdicts.filter(({ guardrail }) => holdsStream(guardrail))
    const holders = new Set<StreamVerdict>()
    for (const { run } of this.#open.values()) {
      const at = run ? run.holder : 0
      const owner = at === null ? undefined : this.#owners[at]
      if (owner) holders.add(owner)
    }
    return holders
  }

  #refuse(): null {
    if (this.#isStarted || this.#isCommitted) throw this.guard.refusal(this.#run!)
    return null
  }

  #deny(run: GuardRun): void {
    this.#run = run
    this.#isDenied = true
    this.#queue = []
    this.#heldBytes = 0
    this.#open.clear()
    this.#kept.clear()
    this.#countMemory()
  }

  /** Null unless the event is large: most are read at once. */
  #take(block: EventBlock): Promise<void> | null {
    const { data, isPlain } = block
    if (data === null) {
      // Comments are dropped: they may contain any text, and clients ignore them.
      this.#push(new QueuedEvent(isPlain ? block : { bytes: KEEP_ALIVE, name: '' }, false))
      return null
    }
    // If an event has a duplicate member, only one value is checked and a client may read the other: rewrite the event.
    const event = new QueuedEvent(block, !isPlain || findDuplicate(block.bytes) !== null)
    this.#push(event)
    if (data.trim() === DONE) {
      event.isContent = true
      this.#end(ALL)
      return null
    }
    return this.#readData(event, data)
  }

  #readData(event: QueuedEvent, data: string): Promise<void> | null {
    const { isLarge, format } = this.guard
    if (isLarge(data)) return this.#readLarge(event, data)
    this.#readValue(event, data, parse(data, format.rawMembers))
    return null
  }

  async #readLarge(event: QueuedEvent, data: string): Promise<void> {
    const { readLarge, format } = this.guard
    this.#readValue(event, data, await readLarge(markValues(data, format.rawMembers)))
  }

  #readValue(event: QueuedEvent, data: string, value: JsonObject | null): void {
    if (value === null) {
      event.isContent = true
      this.#fail(NOT_JSON)
      const { guarded } = checkText(this.#stages, data, 'event')
      if (guarded !== data) event.changedData = guarded
      return
    }
    try {
      this.#readEvent(event, value)
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : NOT_JSON)
    }
  }

  #readEvent(event: QueuedEvent, data: JsonObject): void {
    const { slots, ends, dropRepeated } = this.guard.format.read(event.name, data)
    if (dropRepeated && (this.#verdicts.length > 0 || this.#restorer)) event.isReframed = true
    for (const [index, slot] of slots.entries())
      if (slot.mode === 'delta') this.#continue({ event, index, text: slot.text }, slot)
    if (ends.length > 0) {
      event.isContent = true
      this.#end(ends)
    }
    for (const [index, slot] of slots.entries()) {
      if (slot.mode === 'delta' || slot.text === '') continue
      if (slot.mode === 'echo') this.#restore({ event, index, text: slot.text })
      else this.#takeWhole({ event, index, text: slot.text }, slot)
    }
  }

  /** Restores the placeholders in a text of the request. It is not checked, because it was checked in the request. */
  #restore({ event, index, text }: SlotRef): void {
    const sent = this.#restorer ? runCheck(restoring(this.#restorer), text, '', '') : text
    if (sent !== text) setText(event, 'sent', index, sent)
  }

  /** Records that something in the stream cannot be checked. */
  #fail(reason: string): void {
    this.#unreadable ??= reason
    if (this.#holdsAll) return
    for (const { spans } of this.#verdicts)
      for (const check of spans) check.error ??= { name: 'UnreadableError', message: reason }
  }

  /** Why the stream cannot be held, or checked, any longer; null if it can. */
  #problem(): string | null {
    if (this.#holdsAll && this.#unreadable !== null) return this.#unreadable
    const isLong = this.#holdsAll && this.#textLength > MAX_TEXT_LENGTH
    return isLong || this.#heldBytes > MAX_HELD_BYTES || this.#open.size > MAX_OPEN_TEXTS ? TOO_LONG : null
  }

  /**
   * Stops holding the whole response. Checks of the whole response cannot be run: their guardrail decides what follows.
   * Span checks read the held events and continue.
   */
  async #stopHolding(reason: string): Promise<void> {
    this.#unreadable ??= reason
    const failed = await this.guard.run(this.#wholeResponseChecks(), unreadable(reason))
    if (failed.verdict === 'denied') return this.#deny(await this.guard.run(this.#acting(), unreadable(reason)))
    this.#holdsAll = false
    this.#setStages()
    this.#open.clear()
    this.#kept.clear()
    this.#textLength = 0
    let bytes = 0
    for (const event of this.#queue) {
      const data = this.#splitter.dataOf(event.bytes)
      if (data === DONE) this.#end(ALL)
      else if (data !== '') await this.#readData(event, data)
      bytes += event.bytes.length
      if (bytes < GROUP_BYTES) continue
      bytes = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const { run } of this.#open.values()) run?.settle(false)
  }

  /** Too much is held: guardrails that deny or remove text deny the response. Without them, the rest is not checked. */
  async #stopChecking(reason: string): Promise<void> {
    this.#fail(reason)
    const run = await this.guard.run(this.#acting(), unreadable(reason))
    if (run.verdict === 'denied') return this.#deny(run)
    this.#isUnchecked = true
  }

  #acting(): Guardrail[] {
    return this.#verdicts.map(({ guardrail }) => guardrail)
  }

  /** The guardrails with only their checks of the whole response. */
  #wholeResponseChecks(): Guardrail[] {
    return this.#remaining().map(({ spec, checks }) => ({
      spec,
      checks: checks.filter((check) => check.kind !== 'spans'),
    }))
  }

  /**
   * The guardrails without the checks that are skipped because a span check ended their guardrail. Remote checks run
   * last.
   */
  #remaining(): Guardrail[] {
    return this.#verdicts.map(({ guardrail: { spec, checks }, failedAt }) => ({
      spec,
      checks: checks.filter(({ kind }, i) => kind === 'spans' || failedAt > (kind === 'remote' ? checks.length : i)),
    }))
  }

  #continue(ref: SlotRef, slot: Slot): void {
    const { path, text } = slot
    if (text !== '') ref.event.isContent = true
    const known = this.#open.get(path)
    if (known && slot.callId !== undefined && known.callId !== undefined && slot.callId !== known.callId)
      this.#endCall(path, known)
    const open = this.#openText(slot)
    this.#textLength += text.length
    if (this.#keepsTexts) this.#keep(path, slot, ref)
    if (this.#holdsAll) return
    ref.event.pending++
    if (open.run) open.run.push(ref, text)
    else open.held.push(ref)
  }

  /** Ends a tool call, because another one has the same index. */
  #endCall(path: string, { held }: OpenText): void {
    this.#open.delete(path)
    if (held.length > 0) this.#endJson(path, held)
    const kept = this.#kept.get(path)
    if (!kept) return
    this.#kept.delete(path)
    this.#kept.set(
      freePath(path, (free) => free === path || this.#kept.has(free)),
      kept,
    )
  }

  #openText({ path, isJson, callId }: Slot): OpenText {
    let open = this.#open.get(path)
    if (!open) {
      const isChecked = this.#stages.guards.length > 0 || this.#stages.restorer !== null
      const run =
        isJson && isChecked
          ? null
          : new TextRun<SlotRef>(
              this.#stages,
              path,
              (ref, text) => this.#setGuarded(path, ref, text),
              (ref, text) => this.#setSent(path, ref, text),
            )
      open = { run, held: [], callId }
      this.#open.set(path, open)
    }
    return open
  }

  #keep(path: string, { kind, isJson = false }: Slot, ref: SlotRef): KeptText | null {
    if (this.#textLength > MAX_TEXT_LENGTH) {
      this.#kept.clear()
      return null
    }
    let kept = this.#kept.get(path)
    if (!kept) {
      kept = { kind, isJson, original: '', guarded: '', sent: '', slots: [], repeats: [] }
      this.#kept.set(path, kept)
    }
    kept.original += ref.text
    if (this.#holdsAll) {
      kept.guarded += ref.text
      kept.slots.push(ref)
    }
    return kept
  }

  #setGuarded(path: string, { event, index, text: original }: SlotRef, text: string): void {
    const kept = this.#keepsTexts ? this.#kept.get(path) : undefined
    if (kept) kept.guarded += text
    if (text === original) return
    event.guarded ??= new Map()
    event.guarded.set(index, text)
  }

  #setSent(path: string, { event, index, text: original }: SlotRef, text: string): void {
    const kept = this.#keepsTexts ? this.#kept.get(path) : undefined
    if (kept) kept.sent += text
    event.pending--
    if (text === original) return
    event.sent ??= new Map()
    event.sent.set(index, text)
  }

  #end(prefixes: readonly string[]): void {
    for (const [path, { run, held }] of this.#open) {
      if (!prefixes.some((prefix) => path.startsWith(prefix))) continue
      this.#open.delete(path)
      if (run) run.settle(true)
      else if (held.length > 0) this.#endJson(path, held)
    }
  }

  /** If the JSON text was changed, all of it goes into the first event that had a part of it. */
  #endJson(path: string, held: readonly SlotRef[]): void {
    const text = held.length === 1 ? held[0]!.text : held.map((ref) => ref.text).join('')
    const { guarded, sent } = checkJson(this.#stages, text, path)
    const first = firstWithText(held)
    for (const ref of held) {
      this.#setGuarded(path, ref, guarded === text ? ref.text : ref === first ? guarded : '')
      this.#setSent(path, ref, sent === text ? ref.text : ref === first ? sent : '')
    }
  }

  #takeWhole(ref: SlotRef, slot: Slot): void {
    const { path, text, mode } = slot
    ref.event.isContent = true
    const kept = mode === 'repeat' ? this.#kept.get(path) : undefined
    if (this.#holdsAll) {
      if (kept?.original === text) kept.repeats.push(ref)
      else this.#keepWhole(ref, slot)
      return
    }
    const { guarded, sent } = kept?.original === text ? kept : this.#checkWhole(slot)
    if (guarded !== text) setText(ref.event, 'guarded', ref.index, guarded)
    if (sent !== text) setText(ref.event, 'sent', ref.index, sent)
  }

  #keepWhole(ref: SlotRef, slot: Slot): void {
    this.#textLength += slot.text.length
    this.#keep(
      freePath(slot.path, (path) => this.#kept.has(path)),
      slot,
      ref,
    )
  }

  #checkWhole({ path, isJson, text, kind }: Slot): CheckedText {
    const known = this.#remembered.get(path)
    if (known?.text === text) return known
    this.#textLength += text.length
    const checked = isJson ? checkJson(this.#stages, text, path) : checkText(this.#stages, text, path)
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear()
    this.#remembered.set(path, { ...checked, text })
    // JSON is a tool call of a format that sends calls whole. Other whole texts are not part of the model's output.
    if (this.#keepsTexts && isJson && this.#textLength <= MAX_TEXT_LENGTH) {
      const free = freePath(path, (taken) => this.#kept.has(taken))
      this.#kept.set(free, { kind, isJson, original: text, ...checked, slots: [], repeats: [] })
    }
    return checked
  }

  async #finish(): Promise<void> {
    const rest = this.#splitter.end()
    if (rest) await this.#take(rest)
    this.#end(ALL)
    if (this.#holdsAll && this.#problem() !== null) {
      await this.#stopHolding(this.#problem()!)
      this.#end(ALL)
    }
    this.#isOver = true
    if (this.#isDenied) return
    const run = await this.#judge()
    if (run.verdict === 'denied') this.#deny(run)
    else this.#run = run
  }

  async #judge(): Promise<GuardRun> {
    if (!this.#holdsAll) {
      const run = this.#finished()
      return run.verdict === 'denied' ? run : this.#withOthers(run)
    }
    const subject = this.#subjectOf('original')
    const run = await this.guard.run(this.#acting(), subject)
    if (run.verdict !== 'denied') this.#rewrite(subject)
    return { ...run, results: this.#withHeld(run.results) }
  }

  /** The results of the span checks. */
  #finished(): GuardRun {
    let isEnded = false
    const started = this.#verdicts.map(({ spans, startedAtMs, guardrail, isDenied }) => {
      // Nothing has run yet if the whole response is held.
      const skipped = isEnded || this.#holdsAll
      isEnded ||= isDenied
      const results = skipped ? [] : spans.map((check) => check.result())
      const own = spans.map(({ check }) => check)
      const checks = inSequence(own, results, guardrail.spec.actions)
      const durationMs = results.reduce((sum, result, i) => (checks[i] === result ? sum + result.durationMs : sum), 0)
      return { checks, startedAtMs, durationMs, skipped }
    })
    const guardrails = this.#verdicts.map(({ guardrail: { spec }, spans }) => ({
      spec,
      checks: spans.map(({ check }) => check),
    }))
    const run = finish(guardrails, started, 'output')
    return { ...run, results: this.#withHeld(run.results) }
  }

  #withHeld(results: readonly GuardrailResult[]): GuardrailResult[] {
    return results.map((result, i) => ({ ...result, heldMs: Math.round(this.#verdicts[i]!.heldMs * 100) / 100 }))
  }

  /** Adds the results of checks that hold nothing back: they run once the response is complete. */
  async #withOthers(run: GuardRun): Promise<GuardRun> {
    const others = this.#wholeResponseChecks()
    if (others.every(({ checks }) => checks.length === 0)) return run
    const acting = this.#remaining()
    // Checks of the whole response must not see the changes of later checks, so all checks run again in their order.
    const more = isOrdered(acting)
      ? await this.guard.run(acting.map(withSilentSpans), this.#subjectOf('original'))
      : await this.guard.run(others, this.subject())
    const results = run.results.map((result, i) => joined(result, this.#verdicts[i]!, more.results[i]!))
    return { ...run, results, verdict: run.verdict === 'passed' ? more.verdict : run.verdict }
  }

  /** Writes the texts that the checks of the whole response have changed into the events. */
  #rewrite(subject: Subject): void {
    if (!(subject instanceof GuardedBody)) return
    const stages: Stages = { guards: [], restorer: this.#restorer && restoring(this.#restorer) }
    const body = parse(Buffer.from(subject.bytes).toString(), this.guard.format.rawMembers)
    for (const [path, kept] of this.#kept) {
      // A missing text was removed by a check.
      const found = (body && textIn(body, path)) ?? ''
      const isSame = found === kept.original || (kept.isJson && found === canonical(kept.original))
      const guarded = isSame ? kept.original : found
      const { sent } = kept.isJson ? checkJson(stages, guarded, path) : checkText(stages, guarded, path)
      kept.guarded = guarded
      const first = firstWithText(kept.slots)
      const repeats = new Set(kept.repeats)
      for (const ref of [...kept.slots, ...kept.repeats]) {
        const isWhole = ref === first || repeats.has(ref)
        if (guarded !== kept.original) setText(ref.event, 'guarded', ref.index, isWhole ? guarded : '')
        if (sent !== kept.original) setText(ref.event, 'sent', ref.index, isWhole ? sent : '')
      }
    }
  }

  #push(event: QueuedEvent): void {
    this.#queue.push(event)
    this.#heldBytes += event.bytes.length
  }

  /** The bytes of the events that can be released now; null if there are none. */
  #release(): Uint8Array | null {
    if (this.#holdsAll && !this.#isOver && !this.#isUnchecked) return null
    if (!this.#isStarted && !this.#canStart()) return null
    const released: Uint8Array[] = []
    let count = 0
    for (const event of this.#queue) {
      if (event.pending > 0 && !this.#isUnchecked) break
      count++
      this.#heldBytes -= event.bytes.length
      const guarded = this.#render(event, event.guarded)
      this.guard.onGuarded(guarded)
      const sent = event.sent === null && event.guarded === null ? guarded : this.#render(event, event.sent)
      released.push(sent)
      this.#report(sent)
    }
    if (count > 0) this.#queue = this.#queue.slice(count)
    const after = this.#isOver ? this.guard.after(this.runSoFar()) : NOTHING
    if (after.length > 0) released.push(after)
    if (released.length === 0) return null
    if (!this.#isStarted && this.guard.before.length > 0) released.unshift(this.guard.before)
    this.#isStarted = true
    return released.length === 1 ? released[0]! : Buffer.concat(released)
  }

  #report(sent: Uint8Array): void {
    const { onReleased } = this.guard
    const data = onReleased && parseAny(this.#splitter.dataOf(sent))
    if (isObject(data)) onReleased?.(data)
  }

  /** The status is sent with the first event, so events without content wait for one that has it. */
  #canStart(): boolean {
    if (this.#isOver || this.#isUnchecked) return true
    for (; this.#preliminary < this.#queue.length; this.#preliminary++) {
      const { pending, isContent } = this.#queue[this.#preliminary]!
      if (pending > 0) return false
      if (isContent) return true
    }
    return false
  }

  #render(event: QueuedEvent, texts: ReadonlyMap<number, string> | null): Uint8Array {
    if (texts === null && !event.isReframed && event.changedData === null) return event.bytes
    const text = event.changedData ?? this.#splitter.dataOf(event.bytes)
    const { format } = this.guard
    const data = event.changedData === null ? parse(text, format.rawMembers) : null
    if (data === null) return this.#splitter.frame(event, text)
    const { slots, dropRepeated } = format.read(event.name, data)
    for (const [index, changed] of texts ?? []) slots[index]?.set(changed)
    dropRepeated?.()
    return this.#splitter.frame(event, stringifyKept(data))
  }

  /** Held bytes must not keep a network buffer alive. */
  #keepQueued(): void {
    for (let i = this.#queue.length - 1; i >= 0; i--) {
      const event = this.#queue[i]!
      // An earlier call copied the events before this one.
      if (event.bytes.buffer.byteLength === event.bytes.length) break
      event.bytes = new Uint8Array(event.bytes)
    }
    this.#countMemory()
  }

  #countMemory(): void {
    const { memory } = this.guard
    const more = this.#heldBytes - this.#countedBytes
    if (!memory || more === 0) return
    this.#countedBytes = this.#heldBytes
    if (more > 0) memory.hold(more)
    else memory.free(-more)
  }
}

/** True if the guardrail needs the whole response before any of it is sent. */
function holdsStream({ spec, checks }: Guardrail): boolean {
  if (isBackground({ spec, checks })) return false
  return checks.some((check) => check.kind !== 'spans' && (spec.actions.deny || check.transforms === true))
}

/** True if a check of the whole response comes before one that may change the text. */
function isOrdered(guardrails: readonly Guardrail[]): boolean {
  const checks = guardrails.flatMap((guardrail) => guardrail.checks)
  const first = checks.findIndex(({ kind }) => kind === 'whole')
  return first >= 0 && checks.slice(first).some((check) => check.kind === 'spans' && !check.failsOnFinding)
}

const SILENT = '\u0000'

/** The guardrail for a second run: its span checks change the text and report nothing. */
function withSilentSpans({ spec, checks }: Guardrail): Guardrail {
  const silent = checks.map((check) =>
    check.kind === 'spans' ? { ...check, id: SILENT, failsOnFinding: false, failOnError: false } : check,
  )
  return { spec, checks: silent }
}

function needsTexts(guardrail: Guardrail): boolean {
  return isBackground(guardrail) || guardrail.checks.some(({ kind }) => kind !== 'spans')
}

function restoring(restorer: Restorer): StageCheck {
  return {
    find: (text, from) => restorer.find(text, from),
    settledUntil: (text, from) => restorer.settledUntil(text, from),
    onSpan: (_span, found) => restorer.valueOf(found),
    onError: () => {},
    onTime: null,
  }
}

/** Joins the results of a guardrail's span checks and of its other checks, in the order of its checks. */
function joined(
  spans: GuardrailResult,
  { guardrail: { checks, spec }, spans: live }: StreamVerdict,
  others: GuardrailResult,
): GuardrailResult {
  if (spans.skipped) return spans
  const [first, second] = [live.map((check) => check.result()), others.checks.filter(({ id }) => id !== SILENT)]
  if (second.length === 0) return spans
  // Skipped checks have no result. After a skipped check, all checks of its kind are skipped.
  const all = checks.map(({ kind, id }) => {
    if (kind === 'spans') return first.shift()
    return second[0]?.id === id ? second.shift() : undefined
  })
  const results = inSequence(checks, all, spec.actions).filter((result) => result !== 'skipped')
  const verdict = results.every((result) => result.verdict)
  return {
    ...spans,
    verdict,
    transformed: spans.transformed || others.transformed,
    checks: results,
    durationMs: spans.durationMs + others.durationMs,
    feedback: verdict ? spec.actions.onSuccess : spec.actions.onFail,
  }
}

/**
 * The results that a whole response would have: after a failure, a sequential guardrail only runs `onlyRemoves` checks.
 */
function inSequence(
  checks: readonly Check[],
  results: readonly (CheckResult | undefined)[],
  { sequential }: GuardrailActions,
): (CheckResult | 'skipped')[] {
  let isEnded = false
  return results.map((result, i) => {
    const check = checks[i]!
    const isRemote = check.kind === 'remote'
    if (!result || (isEnded && !isRemote && !onlyRemoves(check))) return 'skipped'
    isEnded ||= sequential && !isRemote && !result.verdict
    return result
  })
}

/** Where a changed text goes. Not always the first piece: it is often empty, and some clients do not read it. */
function firstWithText(refs: readonly SlotRef[]): SlotRef | undefined {
  return refs.find(({ text }) => text !== '')
}

function setText(event: QueuedEvent, member: 'guarded' | 'sent', index: number, text: string): void {
  const texts = event[member] ?? new Map<number, string>()
  event[member] = texts
  texts.set(index, text)
}

/** The JSON text as JSON.stringify writes it. */
function canonical(text: string): string {
  const value = parseAny(text)
  return value === undefined ? text : JSON.stringify(value)
}

function parseAny(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parse(text: string, rawMembers: ReadonlySet<string>): JsonObject | null {
  try {
    const value = parseKeeping(text, rawMembers)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
