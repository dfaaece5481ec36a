/** Collects the problems of a config with their paths and throws them as one GatewayError. */

import { GatewayError } from '../core/errors.ts'

export type Path = readonly (string | number)[]

type ProblemCode = 'config_invalid' | 'not_supported'

export type Problem = { readonly code: ProblemCode; readonly path: string; readonly text: string }

const MAX_DETAILS = 20
const MAX_ECHO = 64

export class Problems {
  readonly #found: Problem[] = []

  add(path: Path, text: string, code: ProblemCode = 'config_invalid'): void {
    if (!this.isFull) this.#found.push({ code, path: pathText(path), text })
  }

  /** Throws immediately, for problems after which further checks are useless or unsafe. */
  fail(path: Path, text: string): never {
    this.#found.unshift({ code: 'config_invalid', path: pathText(path), text })
    throw this.#asError()
  }

  get all(): readonly Problem[] {
    return this.#found
  }

  /** True once there are as many problems as the error can show. Further checks can be skipped. */
  get isFull(): boolean {
    return this.#found.length > MAX_DETAILS
  }

  throwIfAny(): void {
    if (this.#found.length > 0) throw this.#asError()
  }

  #asError(): GatewayError {
    // An unsupported feature comes first, because it is not a typing mistake.
    const main = this.#found.find((problem) => problem.code === 'not_supported') ?? this.#found[0]!
    const others = this.#found.filter((problem) => problem !== main).slice(0, MAX_DETAILS)
    const more =
      others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'problem' : 'problems'} in details.`
    return new GatewayError(main.code, {
      message: sentence(main) + more,
      param: main.path,
      details: others.map(sentence),
    })
  }
}

function sentence(problem: Problem): string {
  return `${problem.path}: ${problem.text}`
}

/** Such as `targets[1].retry.attempts`; `config` for the root. */
export function pathText(path: Path): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(step)) text += text === '' ? step : `.${step}`
    else text += `[${quote(step)}]`
  }
  return text === '' ? 'config' : text
}

/** Quotes, escapes and truncates the caller's text for an error message. */
export function quote(text: string): string {
  const cut = text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO - 1)}…` : text
  return JSON.stringify(cut.toWellFormed())
}

/** Matches names of credentials of any provider. */
const SECRET_NAME =
  /api[_-]?key|authorization|secret|token|password|credential|private|service[_-]?account|access[_-]?key/i

export function looksSecret(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** `got "3"` for error messages. Credentials are hidden, and so are custom hosts, which may contain a password. */
export function got(path: Path, value: unknown): string {
  const hidden = path.some((step) => typeof step === 'string' && (looksSecret(step) || step === 'custom_host'))
  if (Array.isArray(value)) return 'got a list'
  if (typeof value === 'object' && value !== null) return 'got an object'
  if (hidden) return 'got another value (not shown here)'
  return `got ${typeof value === 'string' ? quote(value) : String(value)}`
}
