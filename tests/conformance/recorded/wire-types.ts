/**
 * Checks JSON against the wire types in `server/src/dialects`. Reads the types with the TypeScript compiler, so that
 * there is no second description of a format. Ignores members that a type does not name, and objects with an
 * undocumented `type`: both pass through the gateway unchanged.
 */

import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { type JsonObject, objectOf } from './facts.ts'
import type { FormatName } from './formats.ts'

type Roots = { readonly file: string; readonly response: string; readonly event: string }

const ROOTS: Readonly<Record<FormatName, Roots>> = {
  chat: { file: 'chat/types.ts', response: 'ChatCompletion', event: 'ChatChunk' },
  responses: { file: 'responses/types.ts', response: 'ResponseObject', event: 'ResponseEvent' },
  anthropic: { file: 'anthropic/types.ts', response: 'MessagesResponse', event: 'MessagesEvent' },
  gemini: { file: 'gemini/types.ts', response: 'GenerateContentResponse', event: 'GenerateContentResponse' },
  cohere: { file: 'cohere/types.ts', response: 'CohereResponse', event: 'CohereEvent' },
  converse: { file: 'bedrock/types.ts', response: 'ConverseResponse', event: 'ConverseEvents' },
}

const DIALECTS = fileURLToPath(new URL('../../../server/src/dialects/', import.meta.url))

/** Differences between a complete response, or one stream event, and its type. */
export function typeMismatches(format: FormatName, value: JsonObject, isEvent: boolean): string[] {
  const { file, response, event } = ROOTS[format]
  const types = wireTypes()
  const type = types.named(DIALECTS + file, isEvent ? event : response)
  if (format !== 'converse' || !isEvent) return types.check(type, value, '')
  // Recordings of Converse name the event type in the only member. On the wire it is in a header of the frame.
  const [name = ''] = Object.keys(value)
  const payload = type.getProperty(name)
  return payload ? types.check(types.typeOf(payload), objectOf(value[name]), name) : []
}

let loaded: WireTypes | null = null

function wireTypes(): WireTypes {
  loaded ??= new WireTypes(Object.values(ROOTS).map(({ file }) => DIALECTS + file))
  return loaded
}

class WireTypes {
  readonly #program: ts.Program
  readonly #checker: ts.TypeChecker

  constructor(files: readonly string[]) {
    this.#program = ts.createProgram([...files], {
      target: ts.ScriptTarget.ESNext,
      lib: ['lib.esnext.d.ts'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      module: ts.ModuleKind.Preserve,
      noEmit: true,
    })
    this.#checker = this.#program.getTypeChecker()
  }

  named(file: string, name: string): ts.Type {
    const source = this.#program.getSourceFile(file)
    const module = source && this.#checker.getSymbolAtLocation(source)
    const symbol = module && this.#checker.getExportsOfModule(module).find((found) => found.name === name)
    if (!symbol) throw new Error(`${file} exports no type ${name}.`)
    return this.#checker.getDeclaredTypeOfSymbol(symbol)
  }

  typeOf(symbol: ts.Symbol): ts.Type {
    return this.#checker.getTypeOfSymbol(symbol)
  }

  check(type: ts.Type, value: unknown, path: string): string[] {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return []
    const variants = type.isUnion() ? type.types : [type]
    if (Array.isArray(value)) return this.#checkList(variants, value, path)
    if (typeof value === 'object' && value !== null) return this.#checkObject(variants, value as JsonObject, path)
    const isExpected = this.#checker.isTypeAssignableTo(this.#literalType(value), type)
    return isExpected ? [] : [this.#mismatch(type, JSON.stringify(value), path)]
  }

  #checkList(variants: readonly ts.Type[], list: readonly unknown[], path: string): string[] {
    const array = variants.find((variant) => this.#checker.isArrayType(variant))
    if (!array) return [this.#mismatch(variants[0]!, 'a list', path)]
    const [item] = this.#checker.getTypeArguments(array as ts.TypeReference)
    return list.flatMap((value, i) => this.check(item!, value, `${path}[${i}]`))
  }

  /** The mismatches with the variant that fits best. */
  #checkObject(variants: readonly ts.Type[], object: JsonObject, path: string): string[] {
    const objects = variants.filter((variant) => !(variant.flags & PRIMITIVES) && !this.#checker.isArrayType(variant))
    if (objects.length === 0) return [this.#mismatch(variants[0]!, 'an object', path)]
    const candidates = objects.filter((variant) => this.#hasType(variant, object['type']))
    const isUnknownType = candidates.length === 0 && typeof object['type'] === 'string'
    if (isUnknownType) return []
    const checked = (candidates.length > 0 ? candidates : objects).map((variant) =>
      this.#checkMembers(variant, object, path),
    )
    return checked.reduce((best, mismatches) => (mismatches.length < best.length ? mismatches : best))
  }

  /** True if the variant has no member `type`, or one that allows this value. */
  #hasType(variant: ts.Type, value: unknown): boolean {
    const member = variant.getProperty('type')
    if (!member) return true
    return this.#checker.isTypeAssignableTo(this.#literalType(value), this.typeOf(member))
  }

  #checkMembers(type: ts.Type, object: JsonObject, path: string): string[] {
    return this.#checker.getPropertiesOfType(type).flatMap((member) => {
      const at = path === '' ? member.name : `${path}.${member.name}`
      if (Object.hasOwn(object, member.name)) return this.check(this.typeOf(member), object[member.name], at)
      return member.flags & ts.SymbolFlags.Optional ? [] : [`${at} is missing`]
    })
  }

  #literalType(value: unknown): ts.Type {
    if (typeof value === 'string') return this.#checker.getStringLiteralType(value)
    if (typeof value === 'number') return this.#checker.getNumberLiteralType(value)
    if (typeof value === 'boolean') return value ? this.#checker.getTrueType() : this.#checker.getFalseType()
    return value === null ? this.#checker.getNullType() : this.#checker.getUndefinedType()
  }

  #mismatch(expected: ts.Type, found: string | undefined, path: string): string {
    return `${path || 'the value'} is ${found?.slice(0, 80)}, expected ${this.#checker.typeToString(expected)}`
  }
}

const PRIMITIVES =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined
