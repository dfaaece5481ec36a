/** Definition of a command: its syntax, its help text and the module that implements it. */

import type { Output } from './output.ts'
import type { Target } from './profiles/choose-target.ts'
import type { Remote } from './remote.ts'

export type FlagSpec = {
  readonly about: string
  /** Placeholder for the value in the help; a flag without one is boolean. */
  readonly value?: string
  /** May be repeated. */
  readonly isMany?: true
  readonly choices?: readonly string[]
}

type OperandSpec = { readonly name: string; readonly about: string; readonly isOptional?: true; readonly isMany?: true }

export type CommandSpec = {
  /** One or two words, such as `keys create`. */
  readonly name: string
  readonly about: string
  /** Complete command lines; the help starts with them. */
  readonly examples: readonly string[]
  readonly operands?: readonly OperandSpec[]
  readonly flags?: Readonly<Record<string, FlagSpec>>
  /** Calls a running gateway; adds --url, --key, --workspace and --profile. */
  readonly isRemote?: true
  /** Additional lines for the help. */
  readonly notes?: () => Promise<readonly string[]> | readonly string[]
  /** Loaded when the command runs, so that help and remote commands never load the server. */
  readonly load: () => Promise<RunCommand>
}

export interface Call {
  /** All commands. Used by commands that describe others, such as completion. */
  readonly commands: readonly CommandSpec[]
  readonly operands: readonly string[]
  /** The flag's value, or null if it is absent. */
  text(flag: string): string | null
  texts(flag: string): readonly string[]
  has(flag: string): boolean
  readonly output: Output
  /** The gateway and key that the flags, the environment and the profile select. */
  target(): Target
  remote(): Remote
}

export type RunCommand = (call: Call) => Promise<void>
