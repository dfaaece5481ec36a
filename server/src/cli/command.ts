/** What a command is: how it is typed, what its help says, and where its work is loaded from. */

import type { Output } from './output.ts'
import type { Remote } from './remote.ts'

export type FlagSpec = {
  readonly about: string
  /** What stands in the help for its value; a flag without one is a switch. */
  readonly value?: string
  /** May be given several times. */
  readonly isMany?: true
  readonly choices?: readonly string[]
}

type OperandSpec = { readonly name: string; readonly about: string; readonly isOptional?: true; readonly isMany?: true }

export type CommandSpec = {
  /** One or two words, such as `keys create`. */
  readonly name: string
  readonly about: string
  /** Whole command lines; the help starts with them. */
  readonly examples: readonly string[]
  readonly operands?: readonly OperandSpec[]
  readonly flags?: Readonly<Record<string, FlagSpec>>
  /** Asks a running gateway: has --url, --key and --workspace. */
  readonly isRemote?: true
  /** More lines for the help. */
  readonly notes?: () => Promise<readonly string[]> | readonly string[]
  /** The work is loaded only when it is asked for: help and remote commands never load the server. */
  readonly load: () => Promise<RunCommand>
}

export interface Call {
  /** Every command there is, for those that tell of the others. */
  readonly commands: readonly CommandSpec[]
  readonly operands: readonly string[]
  /** The flag's value, or null. */
  text(flag: string): string | null
  texts(flag: string): readonly string[]
  has(flag: string): boolean
  readonly output: Output
  /** The gateway the flags and the environment name. */
  remote(): Remote
}

export type RunCommand = (call: Call) => Promise<void>
