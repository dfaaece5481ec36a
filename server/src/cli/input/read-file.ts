/** Files and standard input as text, JSON or secrets; what is wrong with them is said with their name and line. */

import { readFile as readWhole } from 'node:fs/promises'
import type { Call } from '../command.ts'
import { CommandError, wrongUsage } from '../command-error.ts'
import { isObject, type JsonObject } from '../remote.ts'

/** `-` is standard input. */
export async function readText(path: string): Promise<string> {
  if (path === '-') return Bun.stdin.text()
  try {
    return await readWhole(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    const why = code === 'ENOENT' ? 'There is no such file.' : error instanceof Error ? error.message : String(error)
    throw new CommandError({ what: `${path} cannot be read.`, why })
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
    what: `${path} holds no JSON object.`,
    why: `It holds ${Array.isArray(value) ? 'a list' : typeof value}.`,
  })
}

export async function readObject(path: string): Promise<JsonObject> {
  return parseObject(await readText(path), path === '-' ? 'Standard input' : path)
}

/** A provider's key by --key-env or --key-file; null when neither is there. A secret is never an argument. */
export async function readSecret(call: Call): Promise<string | null> {
  const [variable, file] = [call.text('key-env'), call.text('key-file')]
  if (variable !== null && file !== null) throw wrongUsage('Give --key-env or --key-file, not both.')
  if (variable !== null) return secretOfEnvironment(variable)
  if (file === null) return null
  const secret = (await readText(file)).trim()
  if (secret === '') throw new CommandError({ what: `${file === '-' ? 'Standard input' : file} is empty.` })
  return secret
}

function secretOfEnvironment(variable: string): string {
  const secret = process.env[variable]?.trim()
  if (secret) return secret
  throw new CommandError({ what: `The environment variable ${variable} is not set.`, fix: `export ${variable}=...` })
}
