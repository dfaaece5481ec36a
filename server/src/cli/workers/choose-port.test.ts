import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockData } from '../../stores/sql/data-lock.ts'
import { choosePort } from './choose-port.ts'

/** A data folder whose worker-1 still finishes its requests after its owner was killed. */
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
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  setTimeout(() => listener.stop(true), 300)
  expect(await choosePort({ host: '127.0.0.1', port, dataDirectory: folder.dataDirectory })).toBe(port)
})
