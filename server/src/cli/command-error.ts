/** The error a command fails with: what happened, why, and how to fix it. */

export type ErrorReport = {
  readonly what: string
  readonly why?: string | undefined
  readonly fix?: string | undefined
}

/** 1: a problem was found; 2: wrong usage; 3: the gateway is unreachable; 4: the gateway denied access. */
export type FailureCode = 1 | 2 | 3 | 4

export class CommandError extends Error {
  constructor(
    readonly report: ErrorReport,
    readonly exitCode: FailureCode = 1,
  ) {
    super(report.what)
  }
}

/** Wrong usage: exit code 2 and a pointer to the command's help. */
export function usageError(what: string, command = ''): CommandError {
  return new CommandError({ what, fix: `See gatehouse ${command === '' ? '' : `${command} `}--help.` }, 2)
}
