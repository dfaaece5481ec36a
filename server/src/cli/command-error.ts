/** Why a command did not do what was asked: what happened, why, and how to repair it. */

export type Complaint = {
  readonly what: string
  readonly why?: string | undefined
  readonly fix?: string | undefined
}

/** 1: a problem was found; 2: typed wrongly; 3: no gateway answers; 4: the gateway does not allow it. */
export type FailureCode = 1 | 2 | 3 | 4

export class CommandError extends Error {
  constructor(
    readonly complaint: Complaint,
    readonly exitCode: FailureCode = 1,
  ) {
    super(complaint.what)
  }
}

/** The command as typed makes no sense: exit code 2 and the way to its help. */
export function wrongUsage(what: string, command = ''): CommandError {
  return new CommandError({ what, fix: `See gatehouse ${command === '' ? '' : `${command} `}--help.` }, 2)
}
