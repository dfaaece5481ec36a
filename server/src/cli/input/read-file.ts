/** Reads files and standard input as text, JSON or secrets. Errors name the file. */

import { readFile as readWhole } from 'node:fs/promises'
import type { Call } from '../command.ts'
import { CommandError, usageError } from '../command-error.ts'
import { isObject, type JsonObject } from '../remote.ts'

/** `path`: `-` is standard input. */
export async function readText(path: string): Promise<string> {
  if (path === '-') return Bun.stdin.text()
  try {
    return await readWhole(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    const why = code === 'ENOENT' ? 'The file does not exist.' : error instanceof Error ? error.message : String(error)
    throw new CommandError({ what: `Cannot read ${path}.`, why })
  }
}

export function parseObject(text: string, path: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CommandError({
      what: `${path} is not JSON.`,
      why: error instanceof Error ? error.message : String(error),
    })
  }
  if (isObject(value)) return value
  throw new CommandError({
    what: `${path} does not contain a JSON object.`,
    why: `It contains ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}.`,
  })
}

export async function readObject(path: string): Promise<JsonObject> {
  return parseObject(await readText(path), path === '-' ? 'Standard input' : path)
}

/**
 * Reads a secret from --<name>-env or --<name>-file; null if neither is given. Secrets are never arguments, because
 * process lists show arguments.
 */
export async function readSecret(call: Call, name = 'key'): Promise<string | null> {
  const [variable, file] = [call.text(`${name}-env`), call.text(`${name}-file`)]
  if (variable !== null && file !== null) throw usageError(`Use --${name}-env or --${name}-file, not both.`)
  if (variable !== null) return secretFromEnvironment(variable)
  if (file === null) return null
  const secret = (await readText(file)).trim()
  if (secret === '') throw new CommandError({ what: `${file === '-' ? 'Standard input' : file} is empty.` })
  return secret
}

function secretFromEnvironment(variable: string): string {
  const secret = process.env[variable]?.trim()
  if (secret) return secret
  throw new CommandError({ what: `The environment variable ${variable} is not set.`, fix: `export ${variable}=...` })
}
