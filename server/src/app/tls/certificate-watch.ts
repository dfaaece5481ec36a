/** Holds the server certificate in use. Reloads its files after a change; reports invalid files and ignores them. */

import { stat } from 'node:fs/promises'
import { logDefect, logWarning } from '../../observe/log.ts'
import type { TlsOptions } from '../../settings/tls-settings.ts'
import {
  CertificateError,
  EXPIRY_WARNING_MS,
  filesOf,
  type LoadedCertificate,
  loadCertificate,
} from './load-certificate.ts'

/** Polling notices every way to replace a file: writing, renaming, and swapping a link, as Kubernetes does. */
const CHECK_MS = 1_000

type Timing = { readonly checkMs: number; readonly now: () => number }

const USUAL_TIMING: Timing = { checkMs: CHECK_MS, now: Date.now }

export type CertificateState = {
  readonly expiresAtMs: number
  readonly reloads: number
  readonly reloadFailures: number
}

export class CertificateWatch {
  #failure: string | null = null
  #reloads = 0
  #failures = 0
  /** State of the files that failed to load once. Reported only if it fails again: the files may be half written. */
  #suspect: string | null = null
  #isChecking = false
  readonly #timer: ReturnType<typeof setInterval>

  private constructor(
    private readonly options: TlsOptions,
    private loaded: LoadedCertificate,
    /** State of the files that was last loaded or reported. */
    private seen: string,
    private readonly timing: Timing,
  ) {
    this.#timer = setInterval(() => void this.check(), timing.checkMs)
    this.#timer.unref()
  }

  /** Throws a CertificateError. */
  static async open(options: TlsOptions, timing = USUAL_TIMING): Promise<CertificateWatch> {
    // Read before the files are loaded, so that the first check finds a change in between.
    const seen = await stateOf(options)
    const loaded = await loadCertificate(options)
    const watch = new CertificateWatch(options, loaded, seen, timing)
    for (const problem of watch.problems()) logWarning('tls_certificate', problem)
    return watch
  }

  get current(): LoadedCertificate {
    return this.loaded
  }

  get state(): CertificateState {
    return { expiresAtMs: this.loaded.expiresAtMs, reloads: this.#reloads, reloadFailures: this.#failures }
  }

  /** Messages for /readyz; empty if there are none. */
  problems(): readonly string[] {
    const nowMs = this.timing.now()
    const { expiresAtMs } = this.loaded
    const { certificateFile } = this.options
    const day = new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ')
    const expiry =
      nowMs >= expiresAtMs
        ? `The TLS certificate ${certificateFile} expired on ${day} UTC. Replace the file.`
        : nowMs >= expiresAtMs - EXPIRY_WARNING_MS
          ? `The TLS certificate ${certificateFile} expires on ${day} UTC. Replace the file.`
          : null
    const failure = this.#failure && `The new TLS certificate is not used: ${this.#failure}`
    return [failure, expiry].filter((one) => one !== null)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async check(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      const state = await stateOf(this.options)
      // An unusable certificate is tried again: it may become valid later.
      if (state !== this.seen || this.#failure !== null) await this.#load(state)
    } catch (error) {
      logDefect(error, 'none')
    } finally {
      this.#isChecking = false
    }
  }

  async #load(state: string): Promise<void> {
    try {
      const loaded = await loadCertificate(this.options)
      // The files changed while they were read, so the certificate and the key may not match.
      if ((await stateOf(this.options)) !== state) return
      this.#refuseUnusable(loaded)
      this.loaded = loaded
      this.#failure = null
      this.#reloads++
      logWarning(
        'tls_certificate',
        `The TLS files were loaded again. The certificate expires on ${new Date(loaded.expiresAtMs).toISOString()}.`,
      )
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error
      if (this.#suspect !== state && this.seen !== state) {
        this.#suspect = state
        return
      }
      if (this.#failure !== error.message) {
        this.#failure = error.message
        this.#failures++
        logWarning('tls_certificate', `${error.message} The gateway keeps the certificate it has.`)
      }
    }
    this.seen = state
    this.#suspect = null
  }

  /** Throws for a certificate that clients would reject, so that it does not replace the one in use. */
  #refuseUnusable({ validFromMs, expiresAtMs }: LoadedCertificate): void {
    const { certificateFile } = this.options
    const nowMs = this.timing.now()
    if (expiresAtMs <= nowMs && this.loaded.expiresAtMs > nowMs)
      throw new CertificateError(`GATEWAY_TLS_CERT_FILE: the certificate in ${certificateFile} has expired.`)
    if (validFromMs > nowMs)
      throw new CertificateError(
        `GATEWAY_TLS_CERT_FILE: the certificate in ${certificateFile} is valid from ${new Date(validFromMs).toISOString()}.`,
      )
  }
}

/** Differs after every change of a file, including the file behind a link. */
async function stateOf(options: TlsOptions): Promise<string> {
  const states = filesOf(options).map(async (path) => {
    try {
      const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
      return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
    } catch {
      return 'missing'
    }
  })
  return (await Promise.all(states)).join('\n')
}
