/**
 * The guardrails of one request: runs them on the request and on the response, and keeps the results for the record.
 */

import type { Target } from '../../config/plan.ts'
import { dropPaths, parseObject } from '../../core/body/json-text.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Direction, GuardrailResult } from '../../core/guardrails/guardrails.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import type { CheckServices } from '../../guardrails/check.ts'
import type { Guardrail } from '../../guardrails/guardrail.ts'
import { Placeholders } from '../../guardrails/placeholders.ts'
import { changeParams, changesBody, modelIn, readChanged } from '../attempt/make-body.ts'
import type { ClientConnection } from '../client-connection.ts'
import type { LargeBodies } from '../large/body-workers.ts'
import type { GuardedLarge, GuardJob } from '../large/jobs.ts'
import { RequestBody } from '../receive/request-body.ts'
import type { Outbound } from '../request.ts'
import type { BackgroundRuns } from './background-runs.ts'
import { finishBody, refuseDuplicates } from './finish-body.ts'
import { coverageOf, formatOf } from './formats.ts'
import type { GuardResults } from './guard-results.ts'
import { GuardedError } from './guarded-error.ts'
import { GuardedForm } from './guarded-form.ts'
import {
  errorGuardrails,
  failPending,
  finish,
  type GuardContext,
  type GuardRun,
  hasPending,
  isBackground,
  joinRuns,
  outputStages,
  runGuardrails,
  runLocal,
  runRemote,
  skipAll,
} from './run-guardrails.ts'
import { GuardedBody, type Subject, unreadable } from './subject.ts'

export type GuardPorts = {
  readonly bodies: LargeBodies
  readonly checkServices: CheckServices
  readonly background: BackgroundRuns
  readonly maxBodyBytes: number
}

/** Longer bodies are checked in a worker. */
export const MAIN_THREAD_BYTES = 48 * 1024
/** Remote checks get bodies up to this size. */
const MAX_REMOTE_BYTES = 1024 * 1024

/** The memory counted for the texts of a stream while background guardrails check them. */
const HELD_TEXT_BYTES = 64 * 1024

/** Google's API takes these members from the path. */
const PATH_MEMBERS = [['model'], ['stream']] as const

/** The results, the body if it was changed, and whether guardrails changed it. */
type Guarded = { readonly run: GuardRun; readonly bytes: Uint8Array | null; readonly isChanged: boolean }

export type GuardedRequest = {
  readonly run: GuardRun
  /**
   * What is sent instead of the caller's body, with the target's parameter changes; null if guardrails changed nothing.
   */
  readonly body: RequestBody | null
}

type InputRun = {
  readonly body: RequestBody
  readonly target: Target
  readonly guarded: GuardedRequest
}

/** A whole response in the caller's format. */
export type GuardedResponse = {
  readonly run: GuardRun
  /** The response after the guardrails, with placeholders: as it is logged. */
  readonly bytes: Uint8Array
}

const NO_RESULTS: readonly GuardrailResult[] = []
const PASSED: GuardRun = { results: NO_RESULTS, verdict: 'passed', softDeny: false }

export const PASSED_INPUT: GuardedRequest = { run: PASSED, body: null }

export class RequestGuards implements GuardResults {
  readonly #results: GuardrailResult[] = []
  readonly #inputs: InputRun[] = []
  readonly #pending = new Set<Promise<void>>()
  readonly placeholders: Placeholders
  #loggedBytes: Uint8Array | null = null

  constructor(
    private readonly request: Outbound,
    private readonly ports: GuardPorts,
  ) {
    this.placeholders = new Placeholders(() => request.body.receivedBytes)
  }

  get results(): readonly GuardrailResult[] {
    return this.#results
  }

  get loggedBytes(): Uint8Array | null {
    return this.#loggedBytes
  }

  get pending(): Promise<unknown> | null {
    return this.#pending.size === 0 ? null : Promise.all(this.#pending)
  }

  /** Runs the input guardrails of a target. Targets with the same provider, guardrails and changes share one run. */
  async input(request: Outbound, target: Target): Promise<GuardedRequest> {
    const known = this.#inputs.find((run) => run.body === request.body && isSameInput(run.target, target))
    if (known) return known.guarded
    const guarded = await this.#runInput(request, target)
    this.#inputs.push({ body: request.body, target, guarded })
    return guarded
  }

  async #runInput(request: Outbound, target: Target): Promise<GuardedRequest> {
    const guardrails = target.guardrails?.input ?? []
    if (guardrails.length === 0 || coverageOf(request.head, 'input') === 'no_text') return { run: PASSED, body: null }
    const isCovered = coverageOf(request.head, 'input') === 'checked'
    if (isCovered) await request.body.bufferForm(request, this.ports.maxBodyBytes)
    const { content, params, formBoundary } = request.body
    if (isCovered && content.kind === 'bytes' && params !== null && formBoundary !== null)
      return this.#runForm(request, target, content.bytes, params, formBoundary)
    const isReadable =
      content.kind === 'bytes' &&
      params !== null &&
      formBoundary === null &&
      isUtf8(request.head.headers['content-type'])
    if (!isReadable || !isCovered) {
      const reason = isReadable ? UNKNOWN_FORMAT : 'The request body cannot be read.'
      const run = await this.#runUnreadable('input', guardrails, request, target, reason)
      return { run, body: null }
    }
    if (this.#isLong(content.bytes)) return this.#runLargeInput(request, target, content.bytes)
    const { bytes } = content
    const given = changesBody(target) ? changeParams(bytes, params, null, target) : bytes
    const changed = given === bytes ? params : (readChanged(given, params, null) ?? params)
    refuseDuplicates(given)
    const subject = new GuardedBody(formatOf(request.head), 'input', given, changed)
    const context = this.#context('input', request, target, changed, null)
    const run = await this.#runSmall(guardrails, subject, this.#copies('input', request), context, request, target)
    if (!subject.isChanged) return { run, body: null }
    return { run, body: this.#changedBody(request, subject.bytes, subject.body, null) }
  }

  /** True if the checks must run in a worker: hostile texts can take a millisecond per KB. */
  #isLong(bytes: Uint8Array): boolean {
    return bytes.length > MAIN_THREAD_BYTES || this.ports.bodies.isLarge(bytes)
  }

  async #runForm(
    request: Outbound,
    target: Target,
    bytes: Uint8Array,
    params: JsonObject,
    boundary: string,
  ): Promise<GuardedRequest> {
    const contentType = request.head.headers['content-type'] ?? ''
    const given = changesBody(target) ? changeParams(bytes, params, boundary, target) : bytes
    const subjectOf = (form: Uint8Array) => new GuardedForm(form, contentType)
    const subject = subjectOf(given)
    const context = this.#context('input', request, target, subject.body, null)
    const guardrails = target.guardrails?.input ?? []
    if (subject.textLength > MAIN_THREAD_BYTES) {
      const made = await this.#runLarge(guardrails, given, context, request, target, null, contentType)
      return { run: made.run, body: made.isChanged && made.bytes ? this.#changedForm(request, made.bytes) : null }
    }
    const run = await this.#runSmall(guardrails, subject, subjectOf, context, request, target)
    return { run, body: subject.isChanged ? this.#changedForm(request, subject.bytes) : null }
  }

  #changedForm({ head, memory }: Outbound, bytes: Uint8Array): RequestBody {
    memory?.hold(bytes.length)
    this.#loggedBytes = bytes
    return RequestBody.ofForwarded(bytes, { 'content-type': head.headers['content-type'] ?? '' })
  }

  async #runLargeInput(request: Outbound, target: Target, bytes: Uint8Array): Promise<GuardedRequest> {
    const guardrails = target.guardrails?.input ?? []
    const outline = request.body.params ?? {}
    const context = this.#context('input', request, target, outline, null)
    const made = await this.#runLarge(guardrails, bytes, context, request, target, target)
    const { run, isChanged } = made
    if (!isChanged || !made.bytes) return { run, body: null }
    if (!this.ports.bodies.isLarge(made.bytes)) {
      const params = parseObject(made.bytes)
      if (isObject(params)) return { run, body: this.#changedBody(request, made.bytes, params, null) }
    }
    const read = await this.ports.bodies.read(request.connection, { bytes: made.bytes, mode: 'required', model: null })
    if (!read) throw new Error('The body that guardrails changed cannot be read.')
    return { run, body: this.#changedBody(request, made.bytes, read.outline, read.facts) }
  }

  #changedBody(
    { head, memory }: Outbound,
    bytes: Uint8Array,
    params: JsonObject,
    facts: RequestBody['facts'],
  ): RequestBody {
    const isNamed = (head.gemini?.model ?? null) !== null
    const sent = isNamed ? dropPaths(bytes, PATH_MEMBERS) : null
    memory?.hold(bytes.length)
    this.#loggedBytes = sent ?? bytes
    return RequestBody.ofGuarded(bytes, params, facts, sent)
  }

  /** Runs output guardrails on a whole response. `body` is null if it cannot be read, for the given reason. */
  async output(
    request: Outbound,
    target: Target,
    body: Uint8Array | null,
    params: JsonObject | null,
    reason = 'The response cannot be read.',
  ): Promise<GuardedResponse> {
    return this.#inStages(target.guardrails?.output ?? [], request, target, body, (stage, bytes) =>
      this.#output(stage, request, target, bytes, params, reason),
    )
  }

  /** True if the error of a provider has to be read: to check it, or to restore placeholders in it. */
  readsErrors({ guardrails }: Target): boolean {
    return !this.placeholders.isEmpty || errorGuardrails(guardrails?.output ?? []).length > 0
  }

  /** Runs output guardrails on an error of a provider. `body` is null if it cannot be read. */
  error(
    request: Outbound,
    target: Target,
    body: Uint8Array | null,
    params: JsonObject | null,
    status: number,
  ): Promise<GuardedResponse> {
    const context = { ...this.#context('output', request, target, params ?? {}, params), responseStatus: status }
    const guardrails = errorGuardrails(target.guardrails?.output ?? [])
    return this.#inStages(guardrails, request, target, body, async (stage, bytes) => {
      if (stage.length === 0) return { run: PASSED, bytes: bytes ?? new Uint8Array() }
      if (bytes === null) {
        const run = await this.#runUnreadable('output', stage, request, target, UNREADABLE_ERROR)
        return { run, bytes: new Uint8Array() }
      }
      const subject = new GuardedError(bytes)
      const copyOf = (copied: Uint8Array) => new GuardedError(copied)
      const run = await this.#runSmall(stage, subject, copyOf, context, request, target)
      return { run, bytes: subject.bytes }
    })
  }

  /** The error with the original values in place of its placeholders. */
  finishedError(bytes: Uint8Array): Uint8Array {
    if (this.placeholders.isEmpty) return bytes
    const subject = new GuardedError(bytes)
    for (const [i, { text }] of subject.parts.entries()) subject.change(i, this.placeholders.restore(text))
    return subject.bytes
  }

  /** Runs the default guardrails first, then the others on the response as the defaults changed it. */
  async #inStages(
    guardrails: readonly Guardrail[],
    request: Outbound,
    target: Target,
    body: Uint8Array | null,
    run: (stage: readonly Guardrail[], body: Uint8Array | null) => Promise<GuardedResponse>,
  ): Promise<GuardedResponse> {
    const [first, second] = outputStages(guardrails)
    const made = await run(first, body)
    if (second.length === 0) return made
    if (made.run.verdict === 'denied') {
      const { results } = skipAll(second, 'output')
      this.add(results, request, target, request.journal.elapsedMs())
      return { ...made, run: { ...made.run, results: [...made.run.results, ...results] } }
    }
    const then = await run(second, body && made.bytes)
    return { run: joinRuns(made.run, then.run), bytes: then.bytes }
  }

  async #output(
    guardrails: readonly Guardrail[],
    request: Outbound,
    target: Target,
    body: Uint8Array | null,
    params: JsonObject | null,
    reason: string,
  ): Promise<GuardedResponse> {
    const context = this.#context('output', request, target, params ?? {}, params)
    if (guardrails.length === 0 || coverageOf(request.head, 'output') === 'no_text')
      return { run: PASSED, bytes: body ?? new Uint8Array() }
    if (body === null || coverageOf(request.head, 'output') === 'uncovered') {
      const why = body === null ? reason : UNKNOWN_FORMAT
      const run = await this.#runUnreadable('output', guardrails, request, target, why)
      return { run, bytes: body ?? new Uint8Array() }
    }
    if (this.#isLong(body)) {
      const made = await this.#runLarge(guardrails, body, context, request, target, null)
      return { run: made.run, bytes: made.bytes ?? body }
    }
    const parsed = parseObject(body)
    if (!isObject(parsed)) {
      const run = await this.#runUnreadable('output', guardrails, request, target, 'The response is not a JSON object.')
      return { run, bytes: body }
    }
    const subject = new GuardedBody(formatOf(request.head), 'output', body, parsed)
    const run = await this.#runSmall(guardrails, subject, this.#copies('output', request), context, request, target)
    return { run, bytes: subject.isChanged ? subject.bytes : body }
  }

  /** The response as it is sent: with the original values in place of its placeholders, and with `hook_results`. */
  finished(request: Outbound, bytes: Uint8Array, hooks: JsonObject | null): Uint8Array | Promise<Uint8Array> {
    if (this.placeholders.isEmpty && hooks === null) return bytes
    const format = formatOf(request.head)
    if (!this.ports.bodies.isLarge(bytes)) return finishBody(bytes, format, this.placeholders, hooks)
    const { entries: placeholders } = this.placeholders
    return this.ports.bodies.finish(request.connection, { bytes, format, placeholders, hooks })
  }

  /** Adds results to the record. `sinceMs`: when the run began, in milliseconds since the request arrived. */
  add(results: readonly GuardrailResult[], request: Outbound, target: Target, sinceMs: number): void {
    this.#results.push(...results)
    // Guardrails of a run start one after the other.
    let fromMs = sinceMs
    for (const result of results) fromMs = recordDecisions(result, request, target, fromMs)
  }

  get bodies(): LargeBodies {
    return this.ports.bodies
  }

  /** Runs guardrails over the texts of a stream. Does not add the results to the record. */
  async runSubject(
    guardrails: readonly Guardrail[],
    subject: Subject,
    request: Outbound,
    target: Target,
    params: JsonObject | null,
  ): Promise<GuardRun> {
    const context = this.#context('output', request, target, params ?? {}, params)
    const [first, second] = outputStages(guardrails)
    const run = await this.#runStage(first, subject, context, request)
    if (second.length === 0) return run
    if (run.verdict !== 'denied') return joinRuns(run, await this.#runStage(second, subject, context, request))
    return { ...run, results: [...run.results, ...skipAll(second, 'output').results] }
  }

  async #runStage(
    guardrails: readonly Guardrail[],
    subject: Subject,
    context: GuardContext,
    { connection }: Outbound,
  ): Promise<GuardRun> {
    const started = runLocal(guardrails, subject, context)
    if (!hasPending(started)) return finish(guardrails, started, context.direction)
    return this.#remote(connection, (signal) =>
      runRemote(guardrails, started, subject, context, this.ports.checkServices, signal),
    )
  }

  /** Starts the background guardrails of a stream. Call when the stream has ended. */
  runInBackground(
    guardrails: readonly Guardrail[],
    subjectOf: () => Subject,
    request: Outbound,
    target: Target,
    params: JsonObject | null,
  ): void {
    const context = this.#context('output', request, target, params ?? {}, params)
    this.#runInBackground(guardrails, subjectOf, HELD_TEXT_BYTES, context, request, target)
  }

  #copies(direction: Direction, { head }: Outbound): (bytes: Uint8Array, body: JsonObject) => Subject {
    return (bytes, body) => new GuardedBody(formatOf(head), direction, bytes, body)
  }

  /** `copyOf` creates the separate subject that the background guardrails check. */
  async #runSmall(
    guardrails: readonly Guardrail[],
    subject: GuardedBody | GuardedForm | GuardedError,
    copyOf: (bytes: Uint8Array, body: JsonObject) => Subject,
    context: GuardContext,
    request: Outbound,
    target: Target,
  ): Promise<GuardRun> {
    const sinceMs = request.journal.elapsedMs()
    const waited = guardrails.filter((guardrail) => !isBackground(guardrail))
    const run = await this.#runStage(waited, subject, context, request)
    this.add(run.results, request, target, sinceMs)
    const { bytes, body } = subject
    this.#runInBackground(guardrails, () => copyOf(bytes, body), bytes.length, context, request, target)
    return run
  }

  async #runLarge(
    guardrails: readonly Guardrail[],
    bytes: Uint8Array,
    context: GuardContext,
    request: Outbound,
    target: Target,
    changes: Pick<Target, 'changes' | 'stripsModel'> | null,
    formType: string | null = null,
  ): Promise<Guarded> {
    const sinceMs = request.journal.elapsedMs()
    const waited = guardrails.filter((guardrail) => !isBackground(guardrail))
    const background = guardrails.filter(isBackground)
    const job = {
      bytes,
      format: formatOf(request.head),
      formType,
      direction: context.direction,
      changes: changes && { changes: changes.changes, stripsModel: changes.stripsModel },
      specs: waited.map(({ spec }) => spec),
      request: context.request,
      requestBody: context.requestBody,
      placeholders: this.placeholders.entries,
    }
    const made = await this.#guardLarge(request.connection, job, waited, context)
    this.placeholders.add(made.placeholders)
    const started = [...made.started]
    let result: Guarded = { run: PASSED, bytes: made.bytes, isChanged: made.isChanged }
    if (hasPending(started)) {
      const subject = this.#remoteSubject(request, { ...job, bytes: made.bytes ?? bytes })
      if (!isWhole(subject)) failPending(waited, started, subject.unreadable ?? TOO_LARGE)
      const run = await this.#remote(request.connection, (signal) =>
        runRemote(waited, started, subject, context, this.ports.checkServices, signal),
      )
      const changed = isWhole(subject) && subject.isChanged ? subject.bytes : null
      result = { run, bytes: changed ?? made.bytes, isChanged: changed !== null || made.isChanged }
    } else result = { ...result, run: finish(waited, started, context.direction) }
    this.add(result.run.results, request, target, sinceMs)
    const left = made.bytes ?? bytes
    const work = () => this.#runLargeInBackground(background, { ...job, bytes: left }, context, request, target)
    if (background.length > 0 && !this.#start(work, left.length)) this.#addNotRun(background, context, request, target)
    return result
  }

  /** If the worker fails, each guardrail decides what follows, as for a body that cannot be read. */
  async #guardLarge(
    connection: ClientConnection | null,
    job: Parameters<LargeBodies['guard']>[1],
    guardrails: readonly Guardrail[],
    context: GuardContext,
  ): Promise<GuardedLarge> {
    try {
      return await this.ports.bodies.guard(connection, job)
    } catch (error) {
      if (error instanceof GatewayError || connection?.hasLeft === true) throw error
      const started = runLocal(guardrails, unreadable(WORKER_FAILED), context)
      return { started, bytes: null, isChanged: false, outline: null, facts: null, placeholders: [] }
    }
  }

  #remoteSubject({ head }: Outbound, { bytes, direction, formType }: Omit<GuardJob, 'kind'>): Subject {
    // The files of a form do not count: checks get its texts only.
    if (formType !== null) {
      const form = new GuardedForm(bytes, formType)
      return form.textLength <= MAX_REMOTE_BYTES ? form : unreadable(TOO_LARGE)
    }
    const parsed = bytes.length <= MAX_REMOTE_BYTES ? parseObject(bytes) : TOO_LARGE
    return isObject(parsed) ? new GuardedBody(formatOf(head), direction, bytes, parsed) : unreadable(TOO_LARGE)
  }

  async #runUnreadable(
    direction: Direction,
    guardrails: readonly Guardrail[],
    request: Outbound,
    target: Target,
    reason: string,
  ): Promise<GuardRun> {
    const sinceMs = request.journal.elapsedMs()
    const context = this.#context(direction, request, target, request.body.params ?? {}, null)
    const run = finish(guardrails, runLocal(guardrails, unreadable(reason), context), direction)
    this.add(run.results, request, target, sinceMs)
    return run
  }

  /** Starts the background guardrails and does not wait. They see the texts as the other guardrails changed them. */
  #runInBackground(
    guardrails: readonly Guardrail[],
    subjectOf: () => Subject,
    bytes: number,
    context: GuardContext,
    request: Outbound,
    target: Target,
  ): void {
    const background = guardrails.filter(isBackground)
    if (background.length === 0) return
    const work = async () => {
      const sinceMs = request.journal.elapsedMs()
      const signal = new AbortController().signal
      const run = await runGuardrails(background, subjectOf(), context, this.ports.checkServices, signal)
      this.add(run.results, request, target, sinceMs)
    }
    if (!this.#start(work, bytes)) this.#addNotRun(background, context, request, target)
  }

  #addNotRun(background: readonly Guardrail[], context: GuardContext, request: Outbound, target: Target): void {
    const started = runLocal(background, unreadable(TOO_MANY), context)
    this.add(finish(background, started, context.direction).results, request, target, request.journal.elapsedMs())
  }

  async #runLargeInBackground(
    background: readonly Guardrail[],
    job: Parameters<LargeBodies['guard']>[1],
    context: GuardContext,
    request: Outbound,
    target: Target,
  ): Promise<void> {
    const sinceMs = request.journal.elapsedMs()
    const specs = background.map(({ spec }) => spec)
    const { started } = await this.#guardLarge(null, { ...job, specs, changes: null }, background, context)
    const runs = [...started]
    const subject = this.#remoteSubject(request, job)
    if (!isWhole(subject)) failPending(background, runs, TOO_LARGE)
    const signal = new AbortController().signal
    const run = await runRemote(background, runs, subject, context, this.ports.checkServices, signal)
    this.add(run.results, request, target, sinceMs)
  }

  /** Starts work after the request or response has been passed on. False if too many background guardrails run. */
  #start(work: () => Promise<void>, bytes: number): boolean {
    return this.ports.background.start(() => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      setImmediate(() => work().then(resolve, reject))
      const done: Promise<void> = promise
        .catch((error: unknown) => {
          const name = error instanceof Error ? error.name : 'Error'
          this.request.journal.warn(`guardrails: asynchronous guardrails failed (${name}).`)
        })
        .finally(() => this.#pending.delete(done))
      this.#pending.add(done)
      return done
    }, bytes)
  }

  /** Aborts the checks if the caller disconnects or the gateway ends the request. */
  async #remote<Value>(connection: ClientConnection, run: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const end = new AbortController()
    const { current } = connection
    const operation = { clock: null, interrupt: () => end.abort() }
    connection.current = operation
    try {
      const value = await run(end.signal)
      if (end.signal.aborted) connection.requireRunning()
      return value
    } finally {
      if (connection.current === operation) connection.resume(current)
    }
  }

  #context(
    direction: Direction,
    request: Outbound,
    target: Target,
    params: JsonObject,
    requestBody: JsonObject | null,
  ): GuardContext {
    const { head, caller, options } = request
    return {
      direction,
      request: {
        endpoint: formatOf(head),
        model: modelIn(params),
        provider: target.provider.slug,
        isStream: params['stream'] === true || formatOf(head) === 'gemini.stream',
        metadata: options?.metadata ?? {},
        headers: head.headers,
        organisationId: caller.organisationId,
        workspaceId: caller.workspaceId,
        ...(caller.limits && { limits: caller.limits }),
        traceId: head.traceId,
      },
      requestBody,
      placeholders: this.placeholders,
    }
  }
}

const TOO_LARGE = `The body is larger than ${MAX_REMOTE_BYTES} bytes, the most that checks of other services get.`
const WORKER_FAILED = 'The thread that checks large bodies has failed.'
const TOO_MANY = 'Too many guardrails run in the background.'
const UNREADABLE_ERROR = 'The error of the provider is too long, compressed, or not text.'
const UNKNOWN_FORMAT = 'The format of this path is unknown.'

function isWhole(subject: Subject): subject is GuardedBody | GuardedForm {
  return subject instanceof GuardedBody || subject instanceof GuardedForm
}

/** A provider may decode another charset, such as UTF-7, into a text that the checks have not seen. */
export function isUtf8(contentType = ''): boolean {
  const charsets = [...contentType.matchAll(/charset\s*=\s*"?([^";,\s]*)/gi)]
  return charsets.every(([, name = '']) => /^(?:utf-?8|us-ascii)$/i.test(name))
}

function isSameInput(one: Target, other: Target): boolean {
  if (one === other) return true
  const [first, second] = [one.guardrails?.input ?? [], other.guardrails?.input ?? []]
  return (
    one.changes === other.changes &&
    one.stripsModel === other.stripsModel &&
    one.provider === other.provider &&
    first.length === second.length &&
    first.every((guardrail, i) => guardrail === second[i])
  )
}

/** Adds an entry to the timeline for each check. Returns the time when the guardrail started. */
function recordDecisions(
  result: GuardrailResult,
  { journal }: Outbound,
  { configPath }: Target,
  fromMs: number,
): number {
  const { id, direction, shadow, deny, async, skipped } = result
  const name = `${direction} guardrail ${id}`
  // `startedAtMs` has whole milliseconds, so it may be before `fromMs`.
  const startMs = Math.max(fromMs, Math.min(result.startedAtMs - journal.startedAtMs, journal.elapsedMs()))
  let atMs = startMs
  if (skipped) journal.decide('guardrail', configPath, `${name}: skipped`, atMs)
  const mode = shadow ? ' (shadow)' : async ? ' (async)' : ''
  for (const { id: check, verdict, error, durationMs, matches, transformed } of result.checks) {
    const word = verdict ? 'passed' : deny && !shadow && !async ? 'failed, denied' : 'failed'
    const found = matches.map(({ label, masked, where }) => `${label} ${masked} in ${where}`).slice(0, 3)
    const notes = [
      ...(error ? [`${error.name}: ${error.message}`] : []),
      ...(transformed ? ['changed the text'] : []),
      ...found,
    ]
    const reason = `${name}: ${check} ${word}${mode}${notes.length > 0 ? `: ${notes.join('; ')}` : ''}`
    journal.decide('guardrail', configPath, reason, atMs, durationMs)
    atMs += durationMs
  }
  return startMs
}
