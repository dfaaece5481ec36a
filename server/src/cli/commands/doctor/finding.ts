/** The result of a check, and how to fix a problem. */

export type Finding = {
  readonly check: string
  readonly verdict: 'ok' | 'warning' | 'problem'
  readonly what: string
  readonly why?: string
  readonly fix?: string
}

export function fine(check: string, what: string): Finding {
  return { check, verdict: 'ok', what }
}

export function warning(check: string, what: string, fix: string): Finding {
  return { check, verdict: 'warning', what, fix }
}

export function problem(check: string, what: string, why: string, fix: string): Finding {
  return { check, verdict: 'problem', what, why, fix }
}
