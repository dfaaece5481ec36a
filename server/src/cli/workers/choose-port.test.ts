import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPort } from '../../../../simulators/new-port.ts'
import { eventually } from '../../../../tests/harness/eventually.ts'
import { lockData } from '../../stores/sql/data-lock.ts'
import { choosePort } from './choose-port.ts'

/** A data folder in which worker-1 still finishes its requests after its owner was killed. */
function orphanedFolder() {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-port-'))
  const folder = join(dataDirectory, 'worker-1')
  mkdirSync(folder)
  const lock = lockData(folder)
  return {
    dataDirectory,
    [Symbol.dispose]() {
      lock.release()
      rmSync(dataDirectory, { recursive: true })
    },
  }
}

test('an address of another machine fails immediately, even if a worker of a killed owner is left', async () => {
  using folder = orphanedFolder()
  // TEST-NET-1 (RFC 5737): not assigned to any machine.
  const choosing = choosePort({ host: '192.0.2.1', port: 0, dataDirectory: folder.dataDirectory })
  await expect(choosing).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
})

test('waits for a port in use while a worker of a killed owner is left', async () => {
  using folder = orphanedFolder()
  // The system does not give this port to another process once the listener has stopped.
  const port = newPort()
  const listener = Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } })
  setTimeout(() => listener.stop(true), 300)
  expect(await choosePort({ host: '127.0.0.1', port, dataDirectory: folder.dataDirectory })).toBe(port)
})

test.if(process.platform === 'linux')('a port that was chosen is not given to another process', async () => {
  using folder = orphanedFolder()
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    const port = await choosePort({ host, port: 0, dataDirectory: folder.dataDirectory })
    await eventually(`${host}: the port is in TIME_WAIT`, () => isInTimeWait(port))
    for (let i = 0; i < 2; i++) Bun.listen({ hostname: host, port, socket: { data() {} } }).stop(true)
  }
})

/** Linux lists connections with the local port in hexadecimal and the state TIME_WAIT as 06. */
async function isInTimeWait(port: number): Promise<boolean> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const lists = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => Bun.file(path).text()))
  return lists.some((list) => new RegExp(`^ *\\d+: [0-9A-F]+:${hex} [0-9A-F]+:[0-9A-F]{4} 06 `, 'm').test(list))
}
