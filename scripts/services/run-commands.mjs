/** Runs the commands of a test that owns its servers: JSON lines on stdin that stop, signal, start or add a server. */

import { createInterface } from 'node:readline'
import { startRedis, startSentinel } from './throw-away-servers.mjs'

const ADDING = { redis: startRedis, sentinel: startSentinel }

/**
 * @typedef {import('./throw-away-servers.mjs').Server} Server
 * @param {Map<string, Server>} servers by name; added servers are inserted here
 * @param {{ redis: { server: string } }} programs
 * @param {import('./throw-away-servers.mjs').Place} place
 */
export function runCommands(servers, programs, place) {
  let last = Promise.resolve()
  createInterface(process.stdin).on('line', (line) => {
    const command = JSON.parse(line)
    // Runs one command at a time and responds when it is done.
    last = last
      .then(() => run(command, servers, programs, place))
      .then(
        (url) => respond({ id: command.id, url }),
        (error) => respond({ id: command.id, error: error.message }),
      )
  })
}

async function run({ what, name, signal, kind, options }, servers, programs, place) {
  if (what === 'add') servers.set(name, await ADDING[kind](programs.redis, place, options))
  const server = servers.get(name)
  if (server === undefined) throw new Error(`There is no server ${name}.`)
  if (what === 'end') await server.end(signal)
  else if (what === 'signal') server.signal(signal)
  else if (what === 'start') await server.start()
  return server.url
}

function respond(result) {
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
