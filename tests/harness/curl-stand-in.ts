/**
 * `curl` for machines without it: sends what `-X`, `-H`, `-d` and the address say and prints the response. The blocks of the
 * documentation run with the real program.
 */

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The environment of a shell in which `curl` is this file. `folder` is for the test's own files. */
export function withCurl(folder: string): Record<string, string> {
  const program = join(folder, 'curl')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${import.meta.path}' "$@"\n`)
  chmodSync(program, 0o755)
  return { PATH: `${folder}:${process.env['PATH'] ?? ''}` }
}

if (import.meta.main) {
  const headers = new Headers()
  let body: string | undefined
  let method: string | undefined
  let url = ''
  const words = process.argv.slice(2)
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H') {
      const [name = '', ...value] = (words.shift() ?? '').split(': ')
      headers.append(name, value.join(': '))
    } else if (word === '-X') method = words.shift()
    else if (word === '-d' || word === '--data-raw') body = words.shift()
    else if (word.startsWith('http')) url = word
    else throw new Error(`The stand-in for curl does not support ${word}.`)
  }
  const sent = body === undefined ? {} : { body }
  const response = await fetch(url, { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, ...sent })
  process.stdout.write(await response.text())
}
