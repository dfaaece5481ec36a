import { expect, test } from 'bun:test'
import { WakeTimer } from './wake-timer.ts'

function scene() {
  let nowMs = 0
  let due: { readonly run: () => void; readonly atMs: number } | null = null
  const wakesAtMs: number[] = []
  const timer = new WakeTimer(
    () => wakesAtMs.push(nowMs),
    (run, delayMs) => {
      due = { run, atMs: nowMs + delayMs }
      return () => {
        due = null
      }
    },
    () => nowMs,
  )
  const passMs = (spanMs: number) => {
    const endMs = nowMs + spanMs
    if (due && due.atMs <= endMs) {
      nowMs = due.atMs
      due.run()
    }
    nowMs = endMs
  }
  return { timer, wakesAtMs, passMs }
}

test('the first record wakes the worker after 20 ms, and further ones at most every 150 ms', () => {
  const { timer, wakesAtMs, passMs } = scene()
  for (let i = 0; i < 40; i++) {
    timer.recordAdded()
    passMs(10)
  }
  expect(wakesAtMs).toEqual([20, 170, 320])
})

test('a read of logs wakes the worker for waiting records, at most every 20 ms', () => {
  const { timer, wakesAtMs, passMs } = scene()
  timer.recordAdded()
  passMs(20)
  for (let i = 0; i < 10; i++) {
    timer.recordAdded()
    timer.logsRead()
    passMs(5)
  }
  expect(wakesAtMs).toEqual([20, 40, 60])
})

test('a read of logs wakes no worker if no record waits', () => {
  const { timer, wakesAtMs, passMs } = scene()
  timer.logsRead()
  timer.recordAdded()
  timer.stop()
  timer.logsRead()
  passMs(1_000)
  expect(wakesAtMs).toEqual([])
})
