import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../../records/testing/test-folder.ts'

const isLinux = process.platform === 'linux'

/** Runs a script in a process with 100 file descriptors; returns its output and exit code. */
async function runLimited(folder: string, script: string): Promise<readonly [string, number]> {
  const main = join(folder, 'main.ts')
  writeFileSync(join(folder, 'thread.ts'), `self.postMessage('runs')`)
  writeFileSync(main, script)
  const command = ['sh', '-c', 'ulimit -n 100 && exec "$@"', 'sh', process.execPath, main]
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
  return [(await new Response(child.stdout).text()).trim(), await child.exited]
}

const USE_ALL = `
  import { closeSync, openSync } from 'node:fs'
  const taken: number[] = []
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'))
  } catch {}
`

test.if(isLinux)('without free descriptors a thread is refused, and the process goes on', async () => {
  using folder = testFolder()
  const script = `
    import { startThread } from ${JSON.stringify(join(import.meta.dir, 'start-thread.ts'))}
    ${USE_ALL}
    const entry = new URL('./thread.ts', import.meta.url)
    try {
      startThread(entry)
    } catch (error) {
      console.log(error.code)
    }
    for (const descriptor of taken.splice(0, 20)) closeSync(descriptor)
    const worker = startThread(entry)
    worker.onmessage = ({ data }) => {
      console.log(data)
      process.exit()
    }`
  expect(await runLimited(folder.path, script)).toEqual(['overloaded\nruns', 0])
})

test.if(isLinux)('descriptors that are used up right after the start of a thread do not end the process', async () => {
  using folder = testFolder()
  const script = `
    import { closeSync, openSync } from 'node:fs'
    import { startThread } from ${JSON.stringify(join(import.meta.dir, 'start-thread.ts'))}
    for (let i = 0; i < 20; i++) {
      const worker = startThread(new URL('./thread.ts', import.meta.url))
      const taken: number[] = []
      try {
        for (;;) taken.push(openSync('/dev/null', 'r'))
      } catch {}
      worker.onerror = (event) => event.preventDefault()
      await new Promise((resolve) => worker.addEventListener('close', resolve))
      for (const descriptor of taken) closeSync(descriptor)
    }
    console.log('went on')`
  expect(await runLimited(folder.path, script)).toEqual(['went on', 0])
})

test.if(isLinux)('without free descriptors the thread of fetch is refused, and the process goes on', async () => {
  using folder = testFolder()
  const script = `
    import { startHttpThread } from ${JSON.stringify(join(import.meta.dir, 'http-thread.ts'))}
    const server = Bun.serve({ port: 0, fetch: () => new Response('served') })
    ${USE_ALL}
    try {
      startHttpThread()
    } catch (error) {
      console.log(error.code)
    }
    for (const descriptor of taken.splice(0, 20)) closeSync(descriptor)
    startHttpThread()
    console.log(await (await fetch(server.url)).text())
    process.exit()`
  expect(await runLimited(folder.path, script)).toEqual(['overloaded\nserved', 0])
})
