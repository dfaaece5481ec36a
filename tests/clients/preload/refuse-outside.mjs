/** Loaded into Node programs: refuses connections to other machines and appends their names to a file. */

import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'

const LOCAL = /^(127\.|::1$|::ffff:127\.|localhost$|0\.0\.0\.0$)/
const connect = Socket.prototype.connect

Socket.prototype.connect = function connectLocally(...args) {
  // Internal callers pass the arguments in an array.
  const [options] = Array.isArray(args[0]) ? args[0] : args
  const host = typeof options === 'object' && options !== null ? (options.host ?? 'localhost') : 'localhost'
  const isPath = typeof options === 'string' || (typeof options === 'object' && options?.path)
  if (isPath || LOCAL.test(host)) return connect.apply(this, args)
  appendFileSync(process.env.GATEHOUSE_OUTSIDE_FILE, `${host}\n`)
  process.nextTick(() => this.destroy(new Error(`The test refuses connections to ${host}.`)))
  return this
}
