import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../../tests/harness/eventually.ts'
import { testFolder } from '../records/testing/test-folder.ts'
import { testDelivery, testSink, testWebhook } from './test-delivery.ts'

test('after SIGKILLs at random moments the webhook has every log that was written', async () => {
  using folder = testFolder()
  await using webhook = testWebhook()
  const script = join(folder.path, 'deliver.ts')
  const path = (file: string) => JSON.stringify(join(import.meta.dir, file))
  writeFileSync(
    script,
    `import { testDelivery, testSink } from ${path('test-delivery.ts')}
    import { sampleRecord } from ${path('../records/testing/sample-record.ts')}
    const sink = testSink({ id: 'one', settings: { type: 'webhook' }, secret: { url: ${JSON.stringify(webhook.url)} } })
    const scene = testDelivery(${JSON.stringify(folder.path)}, [sink], { segmentBytes: 30_000 })
    while (!scene.progressOf('one')) await Bun.sleep(5)
    setInterval(() => {
      for (let i = 0; i < 5; i++) {
        const record = sampleRecord()
        scene.records.writer.append(record, { request: null, response: null })
        process.stdout.write(record.id + '\\n')
      }
    }, 2)`,
  )
  const written: string[] = []
  const killAfter = [0, 1, 2, 5, 9]
  for (const batches of killAfter) {
    const before = webhook.requests.length
    const child = Bun.spawn([process.execPath, script], { stdout: 'pipe', stderr: 'inherit' })
    let printed = ''
    webhook.respond = () => {
      // Ends the process after the webhook received the batch and before the process reads the response.
      if (webhook.requests.length > before + batches) child.kill('SIGKILL')
      return new Response()
    }
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) printed += chunk
    written.push(...printed.split('\n').filter((line) => line.length === 36))
  }
  webhook.respond = () => new Response()
  const sink = testSink({ id: 'one', settings: { type: 'webhook' }, secret: { url: webhook.url } })
  await using scene = testDelivery(folder.path, [sink])
  await eventually('all logs are delivered', () => written.every((id) => webhook.logIds.has(id)))
  expect(written.length).toBeGreaterThan(killAfter.length)
  await eventually('nothing waits', () => scene.progressOf('one')?.waitingBytes === 0)
  // A batch that is sent again has the same id and the same logs.
  const batches = new Map<string, string>()
  for (const { id, logIds } of webhook.requests) {
    expect(batches.get(id) ?? logIds.join()).toBe(logIds.join())
    batches.set(id, logIds.join())
  }
})
