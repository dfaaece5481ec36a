/** Compiles the guardrails of a target: its own or inherited ones, those in headers, and the defaults. */

import { GatewayError } from '../../core/errors.ts'
import type { Direction, GuardrailSpec } from '../../core/guardrails/guardrails.ts'
import { once } from '../../core/runtime/once.ts'
import { loadedChecks } from '../../guardrails/checks-on-demand.ts'
import type { Guardrail, TargetGuardrails } from '../../guardrails/guardrail.ts'
import type { PatternBudget } from '../../guardrails/patterns/compile-text-pattern.ts'
import { type Path, pathText, quote } from '../problems.ts'
import type { ConfigObject } from '../schema.ts'
import { MAX_REMOTE_CHECKS } from './guardrail-keys.ts'
import { headerEntries } from './header-guardrails.ts'
import { type GuardrailEntry, type InlineEntry, readSide } from './read-guardrails.ts'

export const NO_GUARDRAILS: TargetGuardrails = Object.freeze({ input: Object.freeze([]), output: Object.freeze([]) })

/** The saved guardrails of a workspace that a plan may need. */
export type SavedGuardrails = {
  /** By slug or id. `versionId` null: the newest version. Undefined if the guardrail or version does not exist. */
  readonly find: (name: string, versionId: string | null) => Guardrail | undefined
  /** The guardrails of the workspace and the organisation that apply to every request. */
  readonly defaults: TargetGuardrails
}

export const NO_SAVED_GUARDRAILS: SavedGuardrails = { find: () => undefined, defaults: NO_GUARDRAILS }

/** The guardrails that the request names in headers, as text. */
export type HeaderGuardrails = { readonly inputGuardrails: string | null; readonly outputGuardrails: string | null }

/** Inputs besides the config. All inline guardrails of a config share one budget for their patterns. */
export type GuardrailCompilation = { readonly saved: SavedGuardrails; readonly patterns: () => PatternBudget }

export function guardrailCompilation(saved: SavedGuardrails): GuardrailCompilation {
  return { saved, patterns: once(() => new (loadedChecks().PatternBudget)()) }
}

/** For each side (input and output): the config's own guardrails, else those it inherits. */
export function configGuardrails(
  config: ConfigObject,
  around: TargetGuardrails,
  path: Path,
  compilation: GuardrailCompilation,
): TargetGuardrails {
  const input = ownSide(config, 'input', path, compilation)
  const output = ownSide(config, 'output', path, compilation)
  return input === null && output === null ? around : { input: input ?? around.input, output: output ?? around.output }
}

/** Guardrails of headers, workspace and organisation. Every target gets them in addition to those of its config. */
export function addedGuardrails(headers: HeaderGuardrails, compilation: GuardrailCompilation): TargetGuardrails {
  const ofSide = (side: Direction) => [
    ...headerEntries(headers, side).map((entry) => compileEntry(entry, side, 'header', compilation)),
    ...compilation.saved.defaults[side],
  ]
  return { input: ofSide('input'), output: ofSide('output') }
}

/** Null if there are none. */
export function targetGuardrails(own: TargetGuardrails, added: TargetGuardrails): TargetGuardrails | null {
  const input = joined(own.input, added.input)
  const output = defaultsFirst(joined(own.output, added.output))
  if (input.length + output.length === 0) return null
  refuseMany(input, 'input_guardrails')
  refuseMany(output, 'output_guardrails')
  return Object.freeze({ input, output })
}

/**
 * Limits the checks of inline guardrails that call other services, so that one request cannot make the gateway send its
 * body to any number of servers. Saved guardrails do not count.
 */
function refuseMany(guardrails: readonly Guardrail[], param: string): void {
  let count = 0
  for (const { spec, checks } of guardrails)
    if (spec.versionId === null) count += checks.filter(({ kind }) => kind === 'remote').length
  if (count <= MAX_REMOTE_CHECKS) return
  const problem = `has ${count} checks that call other services, at most ${MAX_REMOTE_CHECKS} are allowed; save them as guardrails.`
  throw refusal(param, problem, 'config_invalid')
}

/** If a saved guardrail is in both lists with the same actions, it runs once. */
function joined(own: readonly Guardrail[], added: readonly Guardrail[]): readonly Guardrail[] {
  const others = own.filter(
    ({ spec }) =>
      spec.versionId === null ||
      !added.some((one) => one.spec.versionId === spec.versionId && Bun.deepEquals(one.spec.actions, spec.actions)),
  )
  return Object.freeze([...others, ...added])
}

/** On responses, defaults run first, so that the caller's own guardrails do not see content that a default removes. */
function defaultsFirst(guardrails: readonly Guardrail[]): readonly Guardrail[] {
  const [others, defaults] = [false, true].map((wanted) =>
    guardrails.filter(({ spec: { source } }) => (source === 'workspace' || source === 'organisation') === wanted),
  )
  return Object.freeze([...defaults!, ...others!])
}

function ownSide(config: ConfigObject, side: Direction, path: Path, compilation: GuardrailCompilation) {
  const entries = readSide(config, side, path, (at, problem, isUnsupported) => {
    throw refusal(pathText(at), problem, isUnsupported ? 'not_supported' : 'config_invalid')
  })
  return entries?.map((entry) => compileEntry(entry, side, 'config', compilation)) ?? null
}

function compileEntry(
  entry: GuardrailEntry,
  side: Direction,
  source: 'config' | 'header',
  { saved, patterns }: GuardrailCompilation,
): Guardrail {
  if (entry.kind === 'inline') return compileInline(entry, side, patterns())
  const found = saved.find(entry.name, entry.versionId)
  if (found === undefined) throw unknownGuardrail(entry)
  const at = pathText(entry.path)
  refuseDirection(found.spec, side, () => at)
  return { ...found, spec: { ...found.spec, source, actions: { ...found.spec.actions, ...entry.changes } } }
}

/** Throws an error with the path if a check is unknown or its parameters are wrong. */
function compileInline({ spec, path, checkPaths }: InlineEntry, side: Direction, patterns: PatternBudget): Guardrail {
  const guardrail = loadedChecks().compileGuardrail(
    spec,
    (at, reason) => {
      const [, index, member, rest] = /^checks\[(\d+)\]\.(id|parameters)(.*)$/s.exec(at) ?? []
      const paths = index === undefined ? undefined : checkPaths[Number(index)]
      if (paths === undefined) throw refusal(pathText(path), reason, 'config_invalid')
      const isPartner = member === 'id' && isPartnerCheck(spec.checks[Number(index)]!.id)
      const param = member === 'id' ? pathText(paths.check) : pathText(paths.parameters) + rest
      throw refusal(param, reason, isPartner ? 'not_supported' : 'config_invalid')
    },
    patterns,
  )
  refuseDirection(spec, side, (i) => pathText(checkPaths[i]!.check))
  return guardrail
}

function isPartnerCheck(id: string): boolean {
  return id.includes('.') && !id.toLowerCase().startsWith('default.')
}

/** Refuses checks that do not apply to this side: a response, for example, has no metadata to check. */
function refuseDirection({ id, checks }: GuardrailSpec, side: Direction, at: (index: number) => string): void {
  for (const [i, check] of checks.entries()) {
    const known = check.isEnabled ? loadedChecks().findCheck(check.id) : null
    if (known === null || known.directions.includes(side)) continue
    const other = side === 'input' ? 'output_guardrails' : 'input_guardrails'
    const what = side === 'input' ? 'requests' : 'responses'
    const problem = `the check ${quote(known.id)} of guardrail ${quote(id)} does not apply to ${what}; use it in ${other}.`
    throw refusal(at(i), problem, 'config_invalid')
  }
}

function unknownGuardrail({ name, versionId, path }: GuardrailEntry & { kind: 'saved' }): GatewayError {
  const at = pathText(path)
  const version = versionId === null ? '' : ` with version ${quote(versionId)}`
  return new GatewayError('guardrail_unknown', {
    param: at,
    message: `${at}: no saved guardrail ${quote(name)}${version} exists in this workspace or its organisation.`,
  })
}

function refusal(param: string, problem: string, code: 'config_invalid' | 'not_supported'): GatewayError {
  return new GatewayError(code, { param, message: `${param}: ${problem}` })
}
