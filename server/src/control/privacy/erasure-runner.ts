/**
 * Runs erasures in the background, one at a time per node, in bounded steps, and resumes them after a crash. For a day
 * after an erasure, it also erases logs that are stored late. Every node erases its own files and caches; the run waits
 * for all nodes that are alive.
 */

import type { ErasePhase, LocalErasure, LocalErasureCounts, LogErasure } from '../../core/logs/log-erasure.ts'
import type { ExportRun, LogExport } from '../../core/logs/log-exports.ts'
import type { IsWantedGroup } from '../../core/money/alerts.ts'
import { RepeatedTask } from '../../core/runtime/repeated-task.ts'
import type { NewAuditEntry } from '../../core/stores/audit-entries.ts'
import type { Erasure, ErasureCounts, SubjectType } from '../../core/stores/erasures.ts'
import { isGroupOfUser, isGroupOfWorkspace, type Policy } from '../../core/stores/policies.ts'
import type { ControlStore, Vault } from '../../core/stores/stores.ts'
import type { ExportRunner } from '../exports/export-runner.ts'
import { allOf, exportsOf } from './erased-exports.ts'
import { erasureOnWire, NOTHING_ERASED } from './erasure-wire.ts'
import { PERSON_EXPORT_MS, removeFile } from './person-export-file.ts'
import { redactEntry } from './redact-entry.ts'
import { type EndUser, logsOf, openSubject, type Subject, textsOf } from './subject.ts'

const LOOK_EVERY_MS = 5_000
const LEASE_MS = 30_000
/** How long late logs are erased: requests that were running at the order end later, and nodes may store logs late. */
const SWEEP_FOR_MS = 86_400_000
const FIRST_SWEEP_MS = 60_000
const SWEEP_EVERY_MS = 3_600_000
const ROWS_PER_PAGE = 100
const RETRY_SCRUB_MS = 200
const EXPIRE_EVERY_MS = 3_600_000

/** A process of this node. */
export type LocalProcess = {
  /** Does not change with a restart. */
  readonly nodeId: string
  erase(order: LocalErasure): Promise<LocalErasureCounts>
}

export type ErasurePorts = {
  readonly control: ControlStore
  readonly vault: Vault
  readonly logs: Pick<LogErasure, 'step'>
  readonly exports: ExportRunner
  /** The running processes of this node: first the workers, then the owner process, which stores their journals. */
  readonly processes: () => readonly LocalProcess[]
  /** Whether several nodes share the control store. */
  readonly isShared: boolean
  /** Removes earlier versions of changed rows from the control store. For an account, also the history of settings. */
  readonly scrub: (type: SubjectType) => Promise<void>
  readonly onDefect: (error: unknown, id: string) => void
  /** Overridden in tests. */
  readonly lookEveryMs?: number
}

/** The stages `journals` and `caches` wait for all processes of all nodes. */
type Stage = 'journals' | ErasePhase | 'exports' | 'caches' | 'invites' | 'audit' | 'alerts'

/** The order of the stages. Stored erasures contain the index of their stage. */
const STAGES: readonly Stage[] = [
  'journals',
  'rollups',
  'logs',
  'feedback',
  'exports',
  'caches',
  'invites',
  'audit',
  'alerts',
  'scrub',
]

type Job = { readonly subject: Subject; readonly run: ExportRun; erasure: Erasure }

export class ErasureRunner {
  #expireAtMs = 0
  readonly #task: RepeatedTask
  /** When to erase the files of each process again, by erasure id and node id. */
  readonly #againAtMs = new Map<string, Map<string, number>>()

  constructor(private readonly ports: ErasurePorts) {
    this.#task = new RepeatedTask(
      () => this.#look(),
      ports.lookEveryMs ?? LOOK_EVERY_MS,
      (error) => ports.onDefect(error, 'none'),
    )
  }

  start(): Promise<void> {
    return this.#task.start()
  }

  /** Call it after an erasure was ordered. */
  wake(): Promise<void> {
    return this.#task.run()
  }

  close(): Promise<void> {
    return this.#task.close()
  }

  async #look(): Promise<void> {
    await this.#expireExports()
    const open = await this.ports.control.stores.erasures.open()
    for (const id of this.#againAtMs.keys()) if (!open.some((erasure) => erasure.id === id)) this.#againAtMs.delete(id)
    // First erases this node's own files for all erasures, because another node may be waiting for this one.
    for (const erasure of open) await this.#eraseHere(erasure)
    for (const erasure of open) {
      if (this.#task.isClosed) return
      const isDue = erasure.status === 'in_progress' || Date.now() >= (erasure.sweepAtMs ?? 0)
      if (isDue) await this.#run(erasure)
    }
  }

  /** Erases the journals, quarantined files, outboxes and caches of this node's processes. Repeated for late logs. */
  async #eraseHere(erasure: Erasure): Promise<void> {
    const { vault, processes, onDefect } = this.ports
    const { erasures } = this.ports.control.stores
    const againAtMs = this.#againAtMs.get(erasure.id) ?? new Map<string, number>()
    this.#againAtMs.set(erasure.id, againAtMs)
    const due = processes().filter(({ nodeId }) => Date.now() >= (againAtMs.get(nodeId) ?? 0))
    const subject = due.length === 0 ? null : openSubject(vault, erasure)
    if (!subject) return
    const logs = logsOf(subject, erasure)
    const { done } = await erasures.nodes(erasure.id)
    // Cache entries do not contain their user, so the caches are purged completely, once.
    const workspaceIds = logs === null ? [] : await this.#workspaces(erasure)
    for (const { nodeId, erase } of due) {
      if (this.#task.isClosed) return
      const isFirst = !done.has(nodeId)
      try {
        const counts = await erase({ logs, texts: textsOf(subject), workspaceIds: isFirst ? workspaceIds : [] })
        await erasures.reportNode(erasure.id, nodeId, counts)
        againAtMs.set(nodeId, Date.now() + (isFirst ? FIRST_SWEEP_MS : SWEEP_EVERY_MS))
      } catch (error) {
        // Tried again at the next check. Until it succeeds, the erasure waits for this process.
        if (!this.#task.isClosed) onDefect(error, erasure.id)
      }
    }
  }

  /** A message about the processes that have not erased their data yet. Null if all live processes have. */
  async #waitsFor({ id }: Erasure): Promise<string | null> {
    const { done, alive } = await this.ports.control.stores.erasures.nodes(id)
    const all = new Set([...alive, ...this.ports.processes().map(({ nodeId }) => nodeId)])
    const missing = [...all].filter((nodeId) => !done.has(nodeId))
    if (missing.length === 0) return null
    return `Waiting for ${missing.length} of ${all.size} gateway processes to erase their own files and caches. A process without a heartbeat for 30 s is not waited for.`
  }

  async #run(listed: Erasure): Promise<void> {
    const { control, vault, isShared, onDefect } = this.ports
    const run = { id: Bun.randomUUIDv7(), leaseMs: isShared ? LEASE_MS : 0 }
    const erasure = await control.stores.erasures.claim(listed.id, run)
    const subject = erasure && openSubject(vault, erasure)
    if (!erasure || !subject) return
    const job: Job = { subject, run, erasure }
    try {
      await (erasure.status === 'in_progress' ? this.#erase(job) : this.#sweep(job))
    } catch (error) {
      if (!this.#task.isClosed) onDefect(error, erasure.id)
      const failed = { ...job.erasure, error: 'The last attempt failed. It is repeated.', updatedAtMs: Date.now() }
      await control.stores.erasures.advance(failed, run).catch(() => false)
    } finally {
      // If the release fails, the lease expires on its own.
      await control.stores.erasures.release(erasure.id, run.id).catch(() => {})
    }
  }

  async #erase(job: Job): Promise<void> {
    while (!this.#task.isClosed) {
      const stage = STAGES[job.erasure.progress.stage]
      if (stage === undefined) return this.#finish(job)
      const waitsFor = stage === 'journals' || stage === 'caches' ? await this.#waitsFor(job.erasure) : null
      if (waitsFor !== null) {
        // Ends the run, so that this node can erase its own files for other erasures. The next check resumes it.
        await this.ports.control.stores.erasures.advance(
          { ...job.erasure, error: waitsFor, updatedAtMs: Date.now() },
          job.run,
        )
        return
      }
      if (!(await this.#step(job, stage))) return
    }
  }

  /** Returns false if another run has claimed the erasure. */
  async #step(job: Job, stage: Stage): Promise<boolean> {
    const { stage: index, cursor } = job.erasure.progress
    const { counts, next } = await this.#runStage(job, stage, cursor)
    const progress = {
      stage: next === null ? index + 1 : index,
      cursor: next,
      counts: add(job.erasure.progress.counts, counts),
    }
    job.erasure = { ...job.erasure, progress, error: null, updatedAtMs: Date.now() }
    return this.ports.control.stores.erasures.advance(job.erasure, job.run)
  }

  async #runStage(
    { subject, erasure }: Job,
    stage: Stage,
    cursor: Erasure['progress']['cursor'],
  ): Promise<{ readonly counts: Partial<ErasureCounts>; readonly next: Erasure['progress']['cursor'] }> {
    const { control, logs } = this.ports
    const { organisationId } = erasure
    const own = logsOf(subject, erasure)
    switch (stage) {
      case 'journals': {
        const { quarantinedFiles } = (await control.stores.erasures.nodes(erasure.id)).counts
        return { counts: { quarantinedFiles }, next: null }
      }
      case 'rollups':
      case 'logs':
      case 'feedback':
        return own === null ? { counts: {}, next: null } : logs.step(own, stage, cursor)
      case 'exports':
        return { counts: { exports: own === null ? 0 : await this.#removeExports(erasure, subject) }, next: null }
      case 'caches': {
        const { cachedResponses } = (await control.stores.erasures.nodes(erasure.id)).counts
        return { counts: { cachedResponses }, next: null }
      }
      case 'invites': {
        if (subject.type !== 'account') return { counts: {}, next: null }
        return control.transact(async (stores) => {
          for (const id of [subject.id, ...subject.keyIds]) await stores.idempotency.removeAll(id)
          for (const id of subject.keyIds) await stores.apiKeys.anonymise(id)
          await stores.scim.removeRequestsWith(organisationId, [subject.id, subject.email])
          return { counts: { invites: await stores.invites.removeOf(organisationId, subject.email) }, next: null }
        })
      }
      case 'audit':
        return control.transact(async (stores) => {
          const { last, redacted } = await stores.auditEntries.redact(
            organisationId,
            Number(cursor ?? 0),
            (entry, text) => redactEntry(entry, text, subject),
          )
          return { counts: { auditEntries: redacted }, next: last }
        })
      case 'alerts':
        return {
          counts: { alerts: subject.type === 'end_user' ? await this.#removeAlerts(erasure, subject) : 0 },
          next: null,
        }
      case 'scrub':
        return { counts: {}, next: (await this.#scrub(erasure, subject)) ? null : 0 }
    }
  }

  async #scrub(erasure: Erasure, subject: Subject): Promise<boolean> {
    await this.ports.scrub(subject.type)
    const own = logsOf(subject, erasure)
    if (own === null || (await this.ports.logs.step(own, 'scrub', null)).next === null) return true
    await Bun.sleep(RETRY_SCRUB_MS)
    return false
  }

  async #removeExports(erasure: Erasure, subject: Subject): Promise<number> {
    // Exports created later do not contain the erased logs.
    return this.#remove(await exportsOf(this.ports.control.stores.logExports, erasure, subject, Date.now()))
  }

  async #remove(jobs: readonly LogExport[]): Promise<number> {
    for (const job of jobs) {
      await this.ports.control.stores.logExports.remove(job.id)
      await removeFile(this.ports.exports, job)
    }
    return jobs.length
  }

  /** Deletes old exports of persons with their files. */
  async #expireExports(): Promise<void> {
    const nowMs = Date.now()
    if (nowMs < this.#expireAtMs) return
    this.#expireAtMs = nowMs + EXPIRE_EVERY_MS
    const { organisations, logExports } = this.ports.control.stores
    const { id: organisationId } = await organisations.readOfDeployment()
    const all = await allOf(logExports, { organisationId, workspaceId: null }, 'persons')
    await this.#remove(all.filter(({ createdAtMs }) => createdAtMs <= nowMs - PERSON_EXPORT_MS))
  }

  /** Alerts contain group values of policies. For one workspace, groups that other workspaces share are left out. */
  async #removeAlerts({ organisationId, workspaceId }: Erasure, { user }: EndUser): Promise<number> {
    const policies = await this.#policies(organisationId)
    const isWanted: IsWantedGroup = (id, value) => {
      const policy = policies.get(id)
      if (!policy || (workspaceId !== null && !isGroupOfWorkspace(policy, value, workspaceId))) return false
      return isGroupOfUser(policy.groupBy, value, user)
    }
    return this.ports.control.transact(async ({ alerts, alertEvents }) => {
      return (
        (await alerts.removeGroups(organisationId, isWanted)) +
        (await alertEvents.removeGroups(organisationId, isWanted))
      )
    })
  }

  async #policies(organisationId: string): Promise<ReadonlyMap<string, Policy>> {
    const found = new Map<string, Policy>()
    const reach = { organisationId, workspaceId: null }
    for (const kind of ['usage', 'rate'] as const)
      for (const isArchived of [false, true])
        for (let currentPage = 0; ; currentPage++) {
          const page = { currentPage, pageSize: ROWS_PER_PAGE }
          const { rows } = await this.ports.control.stores.policies.list(reach, kind, { isArchived }, page)
          for (const policy of rows) found.set(policy.id, policy)
          if (rows.length < ROWS_PER_PAGE) break
        }
    return found
  }

  async #workspaces({ organisationId, workspaceId }: Erasure): Promise<readonly string[]> {
    if (workspaceId !== null) return [workspaceId]
    const ids: string[] = []
    for (let currentPage = 0; ; currentPage++) {
      const page = { currentPage, pageSize: ROWS_PER_PAGE }
      const { rows } = await this.ports.control.stores.workspaces.list(organisationId, {}, page)
      ids.push(...rows.map(({ id }) => id))
      if (rows.length < ROWS_PER_PAGE) return ids
    }
  }

  /** Stores the receipt in the audit log, together with the status. */
  async #finish(job: Job): Promise<void> {
    const nowMs = Date.now()
    const isErasedActor = job.subject.type === 'account' && job.subject.id === job.erasure.actor.id
    const actor = isErasedActor ? { ...job.erasure.actor, name: 'erased' } : job.erasure.actor
    const done: Erasure = {
      ...job.erasure,
      actor,
      status: 'success',
      error: null,
      finishedAtMs: nowMs,
      sweepAtMs: nowMs + FIRST_SWEEP_MS,
      updatedAtMs: nowMs,
    }
    await this.ports.control.transact(async (stores) => {
      if (await stores.erasures.advance(done, job.run)) await stores.auditEntries.append(receiptEntry(done))
    })
  }

  /** Erases logs of requests that were sent before the order but stored only after the erasure ran. */
  async #sweep(job: Job): Promise<void> {
    const { logs, control } = this.ports
    const own = logsOf(job.subject, job.erasure)
    let counts = job.erasure.progress.counts
    const runPhase = async (phase: ErasePhase) => {
      let cursor: Erasure['progress']['cursor'] = null
      do {
        const step = await logs.step(own!, phase, cursor)
        counts = add(counts, step.counts)
        cursor = step.next
      } while (cursor !== null && phase !== 'scrub')
    }
    if (own !== null) {
      for (const phase of ['logs', 'feedback'] as const) await runPhase(phase)
      if (counts.logs > job.erasure.progress.counts.logs)
        for (const phase of ['rollups', 'scrub'] as const) await runPhase(phase)
      // Exports created since the erasure may contain the late logs.
      if (counts.logs > job.erasure.progress.counts.logs)
        counts = add(counts, { exports: await this.#removeExports(job.erasure, job.subject) })
    }
    const nowMs = Date.now()
    const isLast = nowMs >= job.erasure.untilMs + SWEEP_FOR_MS
    const swept: Erasure = {
      ...job.erasure,
      progress: { ...job.erasure.progress, counts },
      sealedSubject: isLast ? null : job.erasure.sealedSubject,
      sweepAtMs: isLast ? null : nowMs + SWEEP_EVERY_MS,
      error: null,
      updatedAtMs: nowMs,
    }
    await control.stores.erasures.advance(swept, job.run)
  }
}

function add(counts: ErasureCounts, more: Partial<ErasureCounts>): ErasureCounts {
  const names = Object.keys(NOTHING_ERASED) as (keyof ErasureCounts)[]
  // Earlier versions stored fewer counts.
  return Object.fromEntries(names.map((name) => [name, (counts[name] ?? 0) + (more[name] ?? 0)])) as ErasureCounts
}

function receiptEntry(erasure: Erasure): NewAuditEntry {
  return {
    id: Bun.randomUUIDv7(),
    organisationId: erasure.organisationId,
    workspaceId: erasure.workspaceId,
    atMs: erasure.finishedAtMs!,
    actor: erasure.actor,
    action: 'erasure.finish',
    resource: 'erasure',
    targetId: erasure.id,
    targetName: null,
    method: 'POST',
    uri: '/v1/privacy/erasures',
    ip: '',
    userAgent: null,
    requestId: erasure.id,
    traceId: erasure.id,
    status: 200,
    refusedWith: null,
    requestBody: null,
    queryParams: null,
    requestHeaders: '{}',
    before: null,
    after: JSON.stringify(erasureOnWire(erasure)),
  }
}
