/**
 * Runs guardrails over the texts of a request or response. Local checks run first, in order: each sees the text as the
 * checks before it changed it. Remote checks follow, so that they get redacted texts.
 */

import type {
  CheckResult,
  Direction,
  GuardrailActions,
  GuardrailResult,
  MaskedMatch,
} from '../../core/guardrails/guardrails.ts'
import type { JsonObject } from '../../core/json.ts'
import type {
  Check,
  CheckedRequest,
  CheckInput,
  CheckOutcome,
  CheckServices,
  RemoteCheck,
  Span,
  SpanCheck,
  TextPart,
  WholeCheck,
} from '../../guardrails/check.ts'
import type { Guardrail } from '../../guardrails/guardrail.ts'
import type { Placeholders as RequestPlaceholders } from '../../guardrails/placeholders.ts'
import { round } from '../journal.ts'
import { withoutScaffolding } from './scaffolding.ts'
import { shownPath } from './shown-path.ts'
import type { Subject } from './subject.ts'

/** The part of the request's placeholders that checks use. */
export type Placeholders = Pick<RequestPlaceholders, 'of'>

/** What a run needs to know besides the texts. */
export type GuardContext = {
  readonly direction: Direction
  readonly request: CheckedRequest
  /** The parameters of the request, for guardrails of a response. */
  readonly requestBody: JsonObject | null
  readonly placeholders: Placeholders
  /** The status of the response, if it is an error of a provider. */
  readonly responseStatus?: number
  /**
   * Gets the offsets of findings, which tests of a guardrail show. Results have only masked matches without offsets.
   */
  readonly watch?: TextWatch
}

/** `part` is the index of the text, `text` the text that the offsets refer to. */
export interface TextWatch {
  found(check: string, part: number, text: string, spans: readonly Span[]): void
  changed(part: number, text: string, edits: readonly TextEdit[]): void
}

/** A part of a text that is replaced. Edits of a text are in order, without overlaps. */
export type TextEdit = { readonly start: number; readonly end: number; readonly text: string }

/** `pending`: a remote check, or a check that waits for one. `skipped`: an earlier check ended the guardrail. */
type CheckState = CheckResult | 'pending' | 'skipped'

/** One guardrail after its local checks. Can be sent between threads. */
export type StartedRun = {
  readonly checks: CheckState[]
  readonly startedAtMs: number
  durationMs: number
  readonly skipped: boolean
}

export type GuardRun = {
  readonly results: readonly GuardrailResult[]
  /** `failed`: a status of 200 becomes 246. `denied`: 446, or a refusal if `softDeny`. Shadow and async guardrails do not count. */
  readonly verdict: 'passed' | 'failed' | 'denied'
  readonly softDeny: boolean
}

/** A remote check that takes longer fails with an error. */
const REMOTE_MS = 60_000
const MAX_MATCHES = 20
const MAX_MESSAGE = 300

/** True if the guardrail runs in parallel with the request and changes nothing. */
export function isBackground({ spec }: Guardrail): boolean {
  return spec.actions.async || spec.actions.shadow
}

/**
 * The guardrails of a response: first the defaults, then those that the caller or its config chose. A caller's own webhook or
 * pattern must not see what a default removes or denies.
 */
export function outputStages(guardrails: readonly Guardrail[]): readonly [readonly Guardrail[], readonly Guardrail[]] {
  const isDefault = ({ spec: { source } }: Guardrail) => source === 'workspace' || source === 'organisation'
  const defaults = guardrails.filter(isDefault)
  if (defaults.length === 0 || defaults.length === guardrails.length) return [guardrails, []]
  return [defaults, guardrails.filter((guardrail) => !isDefault(guardrail))]
}

/**
 * The guardrails with only their checks for an error of a provider, which may repeat the prompt or personal data.
 * Checks that require something of a response, such as a schema, do not apply to an error.
 */
export function errorGuardrails(guardrails: readonly Guardrail[]): readonly Guardrail[] {
  return guardrails
    .map(({ spec, checks }) => ({ spec, checks: checks.filter(readsErrors) }))
    .filter(({ checks }) => checks.length > 0)
}

function readsErrors(check: Check): boolean {
  if (check.kind === 'spans') return true
  return check.kind === 'remote' && check.ignoresTexts !== true && check.requiresOutput !== true
}

/** Joins two runs. The first must not have denied. */
export function joinRuns(first: GuardRun, second: GuardRun): GuardRun {
  const results = [...first.results, ...second.results]
  return second.verdict === 'passed' ? { ...first, results } : { ...second, results }
}

/** Results for guardrails that do not run, because an earlier one denied. */
export function skipAll(guardrails: readonly Guardrail[], direction: Direction): GuardRun {
  const waited = guardrails.filter((guardrail) => !isBackground(guardrail))
  const started = waited.map(() => ({ checks: [], startedAtMs: Date.now(), durationMs: 0, skipped: true }))
  return finish(waited, started, direction)
}

/** Runs all checks of guardrails, local and remote. */
export async function runGuardrails(
  guardrails: readonly Guardrail[],
  subject: Subject,
  context: GuardContext,
  services: CheckServices,
  signal: AbortSignal,
): Promise<GuardRun> {
  const started = runLocal(guardrails, subject, context)
  return runRemote(guardrails, started, subject, context, services, signal)
}

/** Runs all checks that need no other service. Synchronous: the body worker runs it too. */
export function runLocal(guardrails: readonly Guardrail[], subject: Subject, context: GuardContext): StartedRun[] {
  let isEnded = false
  return guardrails.map((guardrail) => {
    const startedAtMs = Date.now()
    if (isEnded) return { checks: [], startedAtMs, durationMs: 0, skipped: true }
    const startMs = performance.now()
    const checks = localChecks(guardrail, subject, context)
    const run = { checks, startedAtMs, durationMs: performance.now() - startMs, skipped: false }
    isEnded = denies(guardrail, run)
    return run
  })
}

function localChecks({ checks, spec }: Guardrail, subject: Subject, context: GuardContext): CheckState[] {
  const { actions } = spec
  const states: CheckState[] = []
  let isEnded = false
  // Checks after a remote check that may change the text wait for it.
  const firstChange = isChained({ checks, spec }) ? checks.findIndex(changesLater) : checks.length
  for (const [i, check] of checks.entries()) {
    if (isEnded && !onlyRemoves(check)) states.push('skipped')
    else if (subject.unreadable !== null)
      states.push(failedToRun(check, actions, 'UnreadableError', subject.unreadable, 0))
    else if (check.kind === 'remote' || i > firstChange) states.push('pending')
    else states.push(localCheck(check, actions, subject, context))
    isEnded = actions.sequential && states.some(isFailed)
  }
  return states
}

function changesLater(check: Check): boolean {
  return check.kind === 'remote' && check.transforms === true
}

/** True if the guardrail's checks run one after the other, and a remote check may change the text. */
function isChained({ spec: { actions }, checks }: Guardrail): boolean {
  return actions.sequential && isKept(actions) && checks.some(changesLater)
}

function localCheck(
  check: SpanCheck | WholeCheck,
  actions: GuardrailActions,
  subject: Subject,
  context: GuardContext,
): CheckResult {
  const startMs = performance.now()
  try {
    if (check.kind === 'spans') return spanResult(check, actions, subject, context, startMs)
    const outcome = check.run(inputOf(check, actions, subject, context))
    const isTransformed = takeBody(outcome, subject, context.direction, isKept(actions))
    return result(check, outcome.verdict, startMs, { data: outcome.data, transformed: isTransformed })
  } catch (error) {
    return failedToRun(check, actions, nameOf(error), 'The check failed.', performance.now() - startMs)
  }
}

/** False if the guardrail runs in shadow mode or asynchronously: then it changes nothing. */
function isKept({ shadow, async }: GuardrailActions): boolean {
  return !shadow && !async
}

function spanResult(
  check: SpanCheck,
  actions: GuardrailActions,
  subject: Subject,
  { placeholders, direction, watch }: GuardContext,
  startMs: number,
): CheckResult {
  const matches: MaskedMatch[] = []
  const labels: Record<string, number> = {}
  let count = 0
  let isTransformed = false
  const scope = messagesFor(check, actions, direction)
  // Changes replace elements while the loop runs, but the number of parts stays the same.
  for (let i = 0; i < subject.parts.length; i++) {
    const part = subject.parts[i]!
    if (scope === 'last' && !part.isLast) continue
    const spans = spansIn(check, part, checkedText(part, actions))
    if (spans.length === 0) continue
    count += spans.length
    watch?.found(check.id, i, part.text, spans)
    for (const { start, end, label } of spans) {
      labels[label] = (labels[label] ?? 0) + 1
      if (matches.length < MAX_MATCHES)
        matches.push({ label, masked: masked(part.text.slice(start, end)), where: shownPath(part.path) })
    }
    const edits = editsOf(part.text, spans, isKept(actions) ? placeholders : MARKS)
    const changed = withEdits(part.text, edits)
    if (changed === part.text) continue
    isTransformed = true
    if (!isKept(actions)) continue
    watch?.changed(i, part.text, edits)
    subject.change(i, changed)
  }
  const verdict = count === 0 || !check.failsOnFinding
  const data = count === 0 ? null : { found: count, labels }
  return result(check, verdict, startMs, { data, transformed: isTransformed, matches })
}

/** Placeholders for runs whose changes are not kept. */
const MARKS: Placeholders = { of: (label) => `[${label}]` }

/**
 * Searches the text alone, which anchored patterns need, and the text after its key, which is context for secrets
 * without a recognisable form.
 */
export function spansIn(
  check: Pick<SpanCheck, 'find'>,
  { context = '' }: Pick<TextPart, 'context'>,
  text: string,
): readonly Span[] {
  const spans = check.find(text, 0)
  if (context === '') return spans
  const { length } = context
  const found = check
    .find(context + text, length)
    .map((span) => ({ ...span, start: span.start - length, end: span.end - length }))
  if (spans.length === 0) return found
  // Both lists are in order: one walk finds the overlaps.
  let next = 0
  const others = found.filter(({ start, end }) => {
    while (next < spans.length && spans[next]!.end <= start) next++
    return (spans[next]?.start ?? end) >= end
  })
  return others.length === 0 ? spans : [...spans, ...others].sort((a, b) => a.start - b.start)
}

/** The edits that the actions of the spans require. */
function editsOf(text: string, spans: readonly Span[], placeholders: Placeholders): TextEdit[] {
  const edits: TextEdit[] = []
  let from = 0
  for (const { start, end, label, action } of spans) {
    if (action.kind === 'report' || start < from) continue
    const value = action.kind === 'replace' ? action.text : placeholders.of(label, text.slice(start, end))
    edits.push({ start, end, text: value })
    from = end
  }
  return edits
}

function withEdits(text: string, edits: readonly TextEdit[]): string {
  let out = ''
  let from = 0
  for (const { start, end, text: value } of edits) {
    out += text.slice(from, start) + value
    from = end
  }
  return edits.length === 0 ? text : out + text.slice(from)
}

function checkedText({ text, kind, role }: TextPart, { stripScaffolding }: GuardrailActions): string {
  // Tool results come from third parties, who could hide text in a scaffolding block.
  const isOwn = kind === 'text' && (role === 'user' || role === 'system')
  return stripScaffolding && isOwn ? withoutScaffolding(text) : text
}

function messagesFor(check: Check, actions: GuardrailActions, direction: Direction): 'all' | 'last' {
  return direction === 'output' ? 'all' : (actions.messages ?? check.messages)
}

/** The indexes of the parts that a check looks at. */
function scopeOf(check: Check, actions: GuardrailActions, subject: Subject, direction: Direction): readonly number[] {
  const scope = messagesFor(check, actions, direction)
  const isWhole = check.kind === 'whole'
  return subject.parts.flatMap(({ isLast, isOutside }, index) =>
    (scope === 'all' || isLast) && !(isWhole && isOutside) ? [index] : [],
  )
}

function inputOf(
  check: Check,
  actions: GuardrailActions,
  subject: Subject,
  { direction, request, requestBody, responseStatus }: GuardContext,
): CheckInput {
  const parts = scopeOf(check, actions, subject, direction)
    .map((index) => subject.parts[index]!)
    .map((part) => ({ ...part, text: checkedText(part, actions) }))
  const isInput = direction === 'input'
  return {
    direction,
    parts,
    request,
    requestBody: isInput ? subject.body : requestBody,
    responseBody: isInput ? null : subject.body,
    ...(responseStatus !== undefined && { responseStatus }),
  }
}

function takeBody(outcome: CheckOutcome, subject: Subject, direction: Direction, isKept: boolean): boolean {
  const body = direction === 'input' ? outcome.requestBody : outcome.responseBody
  if (body === undefined) return false
  if (isKept) subject.replaceBody(body)
  return true
}

type Extra = Partial<Pick<CheckResult, 'data' | 'transformed' | 'matches' | 'error'>>

function result({ id }: Check, verdict: boolean, startMs: number, extra: Extra): CheckResult {
  return {
    id,
    verdict,
    error: null,
    durationMs: round(performance.now() - startMs),
    transformed: false,
    data: null,
    matches: [],
    ...extra,
  }
}

/**
 * True if the check only removes text. In a sequential guardrail it also runs after another check has failed: otherwise
 * a failure that does not deny would let the text pass. In a stream, part of the text has already been sent by then.
 */
export function onlyRemoves(check: Check): boolean {
  return check.kind === 'spans' && !check.failsOnFinding
}

/** True if the check must remove text: a body that it cannot read is denied, because the text would pass otherwise. */
function removes(check: Check | undefined, actions: GuardrailActions): boolean {
  return check !== undefined && onlyRemoves(check) && isKept(actions)
}

/** A check that cannot be run counts as failed if it denies or removes text, unless its guardrail says otherwise. */
function failedToRun(
  check: Check,
  actions: GuardrailActions,
  name: string,
  message: string,
  durationMs: number,
): CheckResult {
  const isEnforced = actions.deny || removes(check, actions)
  return {
    id: check.id,
    verdict: !(check.failOnError ?? actions.failOnError ?? isEnforced),
    error: { name, message: message.slice(0, MAX_MESSAGE) },
    durationMs: round(durationMs),
    transformed: false,
    data: null,
    matches: [],
  }
}

function isFailed(state: CheckState): boolean {
  return typeof state !== 'string' && !state.verdict
}

function denies({ spec: { actions }, checks }: Guardrail, run: Pick<StartedRun, 'checks'>): boolean {
  if (!isKept(actions)) return false
  return run.checks.some((state, i) => isFailed(state) && (actions.deny || removes(checks[i], actions)))
}

/**
 * Continues with the remote checks. Guardrails run in parallel, and so do their checks, unless a guardrail is
 * sequential and may change the text.
 */
export async function runRemote(
  guardrails: readonly Guardrail[],
  started: readonly StartedRun[],
  subject: Subject,
  context: GuardContext,
  services: CheckServices,
  signal: AbortSignal,
): Promise<GuardRun> {
  const isDenied = () => guardrails.some((guardrail, i) => denies(guardrail, started[i]!))
  const remote = { subject, context, services, signal }
  const replacing: RemoteCall[] = []
  const all = guardrails.map((guardrail, i) => ({ guardrail, run: started[i]! }))
  for (const group of guardrails.some(isChained) ? all.map((one) => [one]) : [all]) {
    if (isDenied()) break
    const calls: RemoteCall[] = []
    await Promise.all(
      group.map(({ guardrail, run }) =>
        isChained(guardrail)
          ? chainedChecks(guardrail, run, remote, replacing)
          : remoteChecks(guardrail, run, remote, calls),
      ),
    )
    const inOrder = calls.sort(
      (a, b) => guardrails.indexOf(a.guardrail) - guardrails.indexOf(b.guardrail) || a.index - b.index,
    )
    replacing.push(...(await takeChanges(inOrder, remote)))
  }
  if (replacing.length > 0 && !isDenied()) await checkAgain(guardrails, started, replacing, remote)
  return finish(guardrails, started, context.direction)
}

type Remote = {
  readonly subject: Subject
  readonly context: GuardContext
  readonly services: CheckServices
  readonly signal: AbortSignal
}

type RemoteCall = {
  readonly guardrail: Guardrail
  readonly run: StartedRun
  readonly index: number
  readonly check: RemoteCheck
  readonly returned: Returned
}

async function remoteChecks(guardrail: Guardrail, run: StartedRun, remote: Remote, calls: RemoteCall[]): Promise<void> {
  const { checks, spec } = guardrail
  const pending = run.checks.flatMap((state, index) => (state === 'pending' ? [index] : []))
  if (pending.length === 0) return
  const startMs = performance.now()
  const one = async (index: number) => {
    const check = checks[index]
    if (check?.kind !== 'remote') return
    const returned = await remoteCheck(guardrail, run, index, check, remote)
    if (returned) calls.push({ guardrail, run, index, check, returned })
  }
  if (spec.actions.sequential) {
    for (const index of pending) {
      if (run.checks.some(isFailed)) run.checks[index] = 'skipped'
      else await one(index)
    }
  } else await Promise.all(pending.map(one))
  run.durationMs += performance.now() - startMs
}

/** Each check sees the text as the checks before it changed it. */
async function chainedChecks(
  guardrail: Guardrail,
  run: StartedRun,
  remote: Remote,
  replacing: RemoteCall[],
): Promise<void> {
  const { actions } = guardrail.spec
  const startMs = performance.now()
  for (const [index, check] of guardrail.checks.entries()) {
    if (run.checks[index] !== 'pending') continue
    if (run.checks.some(isFailed) && !onlyRemoves(check)) run.checks[index] = 'skipped'
    else if (check.kind !== 'remote') run.checks[index] = localCheck(check, actions, remote.subject, remote.context)
    else {
      const returned = await remoteCheck(guardrail, run, index, check, remote)
      if (!returned || !transforms(returned, remote.context.direction)) continue
      const call = { guardrail, run, index, check, returned }
      if (apply(returned, call, remote)) replacing.push(call)
    }
  }
  run.durationMs += performance.now() - startMs
}

export function hasPending(started: readonly StartedRun[]): boolean {
  return started.some(({ checks }) => checks.includes('pending'))
}

/** Sets an error as the result of every pending check, because it cannot be run. */
export function failPending(guardrails: readonly Guardrail[], started: readonly StartedRun[], reason: string): void {
  for (const [i, { checks }] of started.entries())
    for (const [index, state] of checks.entries()) {
      const guardrail = guardrails[i]!
      const check = guardrail.checks[index]
      if (state === 'pending' && check)
        checks[index] = failedToRun(check, guardrail.spec.actions, 'TooLargeError', reason, 0)
    }
}

/** What a remote check returned, and the parts that it looked at. */
type Returned = { readonly outcome: CheckOutcome; readonly scope: readonly number[] }

/** Sets the result. Returns the outcome, or null if the check could not be run. */
async function remoteCheck(
  { spec }: Guardrail,
  run: StartedRun,
  index: number,
  check: RemoteCheck,
  { subject, context, services, signal }: Remote,
): Promise<Returned | null> {
  const startMs = performance.now()
  const { direction } = context
  try {
    const scope = scopeOf(check, spec.actions, subject, direction)
    const input = inputOf(check, spec.actions, subject, context)
    const outcome = await beforeDeadline(check.run(input, services, signal), signal)
    const matches: MaskedMatch[] = []
    for (const [part, spans] of outcome.spans ?? []) {
      const { text = '', path = '' } = input.parts[part] ?? {}
      context.watch?.found(check.id, scope[part] ?? -1, text, spans)
      for (const { start, end, label } of spans.slice(0, MAX_MATCHES - matches.length))
        matches.push({ label, masked: masked(text.slice(start, end)), where: shownPath(path) })
    }
    const returned = { outcome, scope }
    run.checks[index] = result(check, outcome.verdict, startMs, {
      data: outcome.data,
      transformed: transforms(returned, direction),
      matches,
    })
    return returned
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The check failed.'
    run.checks[index] = failedToRun(check, spec.actions, nameOf(error), message, performance.now() - startMs)
    return null
  }
}

function transforms({ outcome }: Returned, direction: Direction): boolean {
  if ((direction === 'input' ? outcome.requestBody : outcome.responseBody) !== undefined) return true
  for (const spans of outcome.spans?.values() ?? [])
    if (spans.some(({ action }) => action.kind !== 'report')) return true
  return false
}

/** Rejects if the check takes longer than `REMOTE_MS`, or if `signal` is aborted. */
async function beforeDeadline<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`The check took longer than ${REMOTE_MS} ms.`)), REMOTE_MS)
  const onAbort = () => reject(new Error('The check was aborted.'))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([value, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/**
 * Applies the changes of remote checks. If several change the text, the later ones run again on the changed text.
 * Returns the calls that replaced the body.
 */
async function takeChanges(calls: readonly RemoteCall[], remote: Remote): Promise<readonly RemoteCall[]> {
  let isChanged = false
  const replacing: RemoteCall[] = []
  for (const call of calls) {
    const { guardrail, run, index, check, returned } = call
    if (!isKept(guardrail.spec.actions) || !transforms(returned, remote.context.direction)) continue
    const latest: Returned | null = isChanged ? await remoteCheck(guardrail, run, index, check, remote) : returned
    if (!latest) continue
    isChanged = true
    if (apply(latest, call, remote)) replacing.push(call)
  }
  return replacing
}

/** Applies the changes of one remote check. True if it replaced the body. */
function apply(
  { outcome, scope }: Returned,
  { guardrail, run, index, check }: Omit<RemoteCall, 'returned'>,
  { subject, context }: Remote,
): boolean {
  try {
    if (takeBody(outcome, subject, context.direction, true)) return true
  } catch (error) {
    run.checks[index] = failedToRun(check, guardrail.spec.actions, nameOf(error), 'The body cannot be replaced.', 0)
    return false
  }
  for (const [part, spans] of outcome.spans ?? []) {
    const at = scope[part] ?? -1
    const text = subject.parts[at]?.text
    if (text === undefined) continue
    const edits = editsOf(text, spans, context.placeholders)
    context.watch?.changed(at, text, edits)
    subject.change(at, withEdits(text, edits))
  }
  return false
}

/**
 * Runs the passed checks again on a body that a remote check replaced, because they have not seen it. Whole checks that
 * change the body, such as `addPrefix`, do not change it twice.
 */
async function checkAgain(
  guardrails: readonly Guardrail[],
  started: readonly StartedRun[],
  replacing: readonly RemoteCall[],
  given: Remote,
): Promise<void> {
  const { subject } = given
  const remote = { ...given, context: contextOf(given.context, subject.body) }
  const isSerial = guardrails.some(isChained)
  for (const [i, guardrail] of guardrails.entries()) {
    const run = started[i]!
    for (const [index, check] of guardrail.checks.entries()) {
      const before = run.checks[index]
      if (before === undefined || typeof before === 'string' || !before.verdict || check.ignoresTexts) continue
      const isOwn = (call: RemoteCall) => call.run === run && call.index === index
      const hasSeen = (call: RemoteCall) =>
        isOwn(call) || (isSerial && (guardrails.indexOf(call.guardrail) < i || isAfter(call, run, index)))
      if (replacing.some(isOwn) || replacing.every(hasSeen)) continue
      if (check.kind === 'remote') {
        const returned = await remoteCheck(guardrail, run, index, check, remote)
        if (returned && isKept(guardrail.spec.actions)) apply(returned, { guardrail, run, index, check }, remote)
        continue
      }
      const checked = check.kind === 'spans' ? subject : unchanging(subject)
      const again = localCheck(check, guardrail.spec.actions, checked, remote.context)
      if (!again.verdict) run.checks[index] = again
      else if (again.transformed && check.kind === 'spans') run.checks[index] = { ...before, transformed: true }
    }
  }
}

/** True if the check follows the call in a chain, so that it has run on the body that the call returned. */
function isAfter(call: RemoteCall, run: StartedRun, index: number): boolean {
  return call.run === run && call.index < index && isChained(call.guardrail)
}

/** The context with the model and the stream setting of the new body. */
function contextOf(context: GuardContext, body: JsonObject | null): GuardContext {
  if (context.direction === 'output' || body === null) return context
  const { model, stream } = body
  const { request } = context
  const isStream = request.endpoint === 'gemini.stream' || stream === true
  return { ...context, request: { ...request, model: typeof model === 'string' ? model : null, isStream } }
}

function unchanging({ parts, unreadable, body }: Subject): Subject {
  return { parts, unreadable, body, change: () => {}, replaceBody: () => {} }
}

/** The results of a run, and the verdict that follows from them. */
export function finish(
  guardrails: readonly Guardrail[],
  started: readonly StartedRun[],
  direction: Direction,
): GuardRun {
  let verdict: GuardRun['verdict'] = 'passed'
  let softDeny = false
  const results = guardrails.map((guardrail, i) => {
    const run = started[i]!
    const hasFailed = run.checks.some(isFailed)
    const { actions } = guardrail.spec
    const isDenied = denies(guardrail, run)
    if (hasFailed && isKept(actions) && verdict !== 'denied') {
      verdict = isDenied ? 'denied' : 'failed'
      softDeny = isDenied && actions.softDeny
    }
    const result = resultOf(guardrail, run, direction, hasFailed)
    return isDenied ? { ...result, deny: true } : result
  })
  return { results, verdict, softDeny }
}

function resultOf(
  { spec }: Guardrail,
  { checks, startedAtMs, durationMs, skipped }: StartedRun,
  direction: Direction,
  hasFailed: boolean,
): GuardrailResult {
  const { actions } = spec
  const done = checks.filter((state) => typeof state !== 'string')
  const feedback = skipped ? null : hasFailed ? actions.onFail : actions.onSuccess
  return {
    id: spec.id,
    versionId: spec.versionId,
    source: spec.source,
    direction,
    verdict: !hasFailed,
    deny: actions.deny,
    async: actions.async,
    shadow: actions.shadow,
    skipped,
    transformed: done.some(({ transformed }) => transformed),
    checks: done,
    startedAtMs,
    durationMs: round(durationMs),
    heldMs: 0,
    feedback,
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error'
}

const MASK = '*'.repeat(6)

/** Shows the first and last one or two characters: at most a third of the text, and nothing of a short text. */
export function masked(text: string): string {
  const characters = [...text.slice(0, 64)]
  const shown = Math.min(2, Math.floor(characters.length / 6))
  if (shown === 0) return MASK
  const last = [...text.slice(-shown * 2)].slice(-shown)
  return characters.slice(0, shown).join('') + MASK + last.join('')
}
