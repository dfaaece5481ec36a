/**
 * Background tasks of a node: resumes log exports and erasures after a restart, re-encrypts bodies after a key
 * rotation, evaluates alert rules, delivers logs to sinks, maintains the control store, and issues a claim link while
 * the organisation has no owner. Code that only a running job needs is loaded with the job.
 */

import { join } from 'node:path'
import { DatabaseFiles } from '../control/exports/database-files.ts'
import { DiskFiles } from '../control/exports/disk-files.ts'
import { ExportRunner } from '../control/exports/export-runner.ts'
import { ErasureRunner, type LocalProcess } from '../control/privacy/erasure-runner.ts'
import { ClaimToken } from '../control/sessions/claim-token.ts'
import { nodeIdOf } from '../core/runtime/node-id.ts'
import { retryStart } from '../core/runtime/retry-start.ts'
import type { CacheAdmin } from '../core/semantic/cache-admin.ts'
import type { Stores } from '../core/stores/stores.ts'
import type { EgressPolicy } from '../egress/policy.ts'
import type { Egress } from '../egress/send.ts'
import { sendMail } from '../egress/smtp.ts'
import { logDefect, logWarning } from '../observe/log.ts'
import type { Records } from '../records/records.ts'
import type { GatehouseSettings } from '../settings.ts'
import type { RunningSinkDelivery } from '../sinks/sink-delivery.ts'
import { checkpoint, truncateWal } from '../stores/sql/control-database.ts'
import { expireHistory } from '../stores/sql/history/expire-history.ts'
import { AlertRunner } from './alerting/alert-runner.ts'
import { metricReader } from './alerting/read-metrics.ts'
import { alertSender, type SendAlert } from './alerting/send-alert.ts'
import { BodyKeyRotation } from './body-key-rotation.ts'
import { eraseLocally } from './erase-locally.ts'
import type { OpenStores } from './open-stores.ts'
import { startSinks } from './sinks.ts'
import { StoreUpkeep } from './store-upkeep.ts'

const DAY_MS = 86_400_000

export type BackgroundParts = {
  readonly settings: GatehouseSettings
  readonly stores: OpenStores
  readonly records: Records
  readonly egress: Egress
  readonly egressPolicy: EgressPolicy
  /** The response caches of this process. */
  readonly cache: Pick<CacheAdmin, 'purge' | 'embedder'>
  readonly workers: { processes(): readonly LocalProcess[] } | null
}

type Task = 'exports' | 'erasures' | 'rotation' | 'claim' | 'checkpoint'

/** Its members are usable immediately. Tasks start in the background and are retried until they succeed. */
export class Background {
  readonly exports: ExportRunner
  readonly erasures: ErasureRunner
  readonly bodyKeys: BodyKeyRotation
  /** One attempt to send an alert. */
  readonly sendAlert: SendAlert
  /** Delivers the logs of this node to sinks. */
  readonly sinks: RunningSinkDelivery
  readonly #alerts: AlertRunner
  readonly #upkeep: StoreUpkeep
  readonly claim = new ClaimToken()
  /** Shown once; null if the organisation has an owner, or if the first attempt to find out failed. */
  readonly claimToken: Promise<string | null>
  readonly #stop = new AbortController()
  readonly #failing = new Set<Task>()

  constructor({ settings, stores, records, egress, egressPolicy, cache, workers }: BackgroundParts) {
    const { stores: store } = stores.control
    this.exports = new ExportRunner({
      jobs: store.logExports,
      reader: records.reader,
      files: settings.databaseUrl
        ? new DatabaseFiles(store, { retentionDays: settings.retentionDays })
        : new DiskFiles(join(settings.dataDirectory, 'exports'), store),
      personPages: async (job) => {
        const { pagesOfJob } = await import('../control/privacy/person-exports.ts')
        return pagesOfJob(store, records.reader, stores.vault)(job)
      },
      onDefect: logDefect,
    })
    const { dataDirectory } = settings
    const own: LocalProcess = {
      nodeId: settings.databaseUrl === null ? 'owner' : nodeIdOf(dataDirectory),
      erase: (order) => eraseLocally({ dataDirectory, logs: records.erasure, cache }, order),
    }
    this.erasures = new ErasureRunner({
      control: stores.control,
      vault: stores.vault,
      logs: records.erasure,
      exports: this.exports,
      processes: () => [...(workers?.processes() ?? []), own],
      isShared: settings.databaseUrl !== null,
      scrub: async (type) => {
        if (settings.databaseUrl !== null) return
        if (type === 'account') await expireHistory(stores.database, Date.now() + 1, 'erased')
        await truncateWal(stores.database)
      },
      onDefect: logDefect,
    })
    this.bodyKeys = new BodyKeyRotation({
      keys: store.bodyKeys,
      vault: stores.vault,
      blocks: records.reencryption,
      scrub: async () => {
        if (settings.databaseUrl === null) await truncateWal(stores.database)
      },
      onProblem: (message) => logWarning('storage', message),
      onDefect: (error) => logDefect(error, 'none'),
    })
    const { smtp } = settings
    this.sendAlert = alertSender({
      vault: stores.vault,
      workspaces: store.workspaces,
      send: egress.send,
      mail: smtp && ((mail, signal) => sendMail(smtp, mail, signal)),
      dashboardUrl: settings.publicUrl,
    })
    this.#alerts = new AlertRunner({
      control: stores.control,
      newReader: () => metricReader({ stores: store, analytics: records.analytics, spending: stores.ledger.spending }),
      send: this.sendAlert,
      intervalMs: settings.alertIntervalMs,
      onDefect: (error) => logDefect(error, 'none'),
    })
    this.#alerts.start()
    this.sinks = startSinks(settings, stores, egressPolicy)
    this.#upkeep = new StoreUpkeep({
      control: stores.control,
      expireHistory:
        settings.databaseUrl === null && settings.settingsHistoryDays > 0
          ? (nowMs) => expireHistory(stores.database, nowMs - settings.settingsHistoryDays * DAY_MS)
          : null,
      onDefect: (error) => logDefect(error, 'none'),
    })
    this.#upkeep.start()
    void this.#start('exports', () => this.exports.start())
    void this.#start('erasures', () => this.erasures.start())
    void this.#start('rotation', () => this.bodyKeys.start())
    // Moves the first keys from the write-ahead log into the database file soon after they were shown.
    if (settings.databaseUrl === null) void this.#start('checkpoint', () => checkpoint(stores.database))
    const firstToken = Promise.withResolvers<string | null>()
    this.claimToken = firstToken.promise
    void this.#start(
      'claim',
      async () => firstToken.resolve((await isOwned(store)) ? null : this.claim.issue(Date.now())),
      () => firstToken.resolve(null),
    ).then(() => firstToken.resolve(null))
  }

  /** Tasks that could not start yet. */
  get failing(): readonly string[] {
    return [...this.#failing]
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#alerts.close()
    await this.sinks.close()
    await this.erasures.close()
    await this.bodyKeys.close()
    await this.#upkeep.close()
    await this.exports.close()
  }

  /** Resolves once the task has started or can no longer start. */
  async #start(task: Task, start: () => Promise<void>, onFirstFailure = () => {}): Promise<void> {
    const onFailure = (error: unknown, retryInMs: number) => {
      this.#failing.add(task)
      onFirstFailure()
      logDefect(error, 'none')
      logWarning('background_start_failed', `${describe[task]} could not start. Retrying in ${retryInMs} ms.`)
    }
    await retryStart(start, { onFailure, signal: this.#stop.signal }).then(
      () => {
        if (this.#failing.delete(task)) logWarning('background_started', `${describe[task]} started.`)
      },
      () => {},
    )
  }
}

const describe: Readonly<Record<Task, string>> = {
  exports: 'Log exports',
  erasures: 'Erasures',
  rotation: 'The rotation of body keys',
  claim: 'The claim link of the first owner',
  checkpoint: 'The checkpoint of control.db',
}

async function isOwned({ organisations, users }: Stores): Promise<boolean> {
  const { id } = await organisations.readOfDeployment()
  return (await users.countOwners(id)) > 0
}
