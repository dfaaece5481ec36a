/** Sends bytes on a new connection and waits until the responses are complete or the connection closes. */

import { connect } from 'node:net'
import { type RawAnswer, readAnswers } from './raw-answer.ts'

export type RawSend = {
  readonly port: number
  readonly bytes: Buffer
  readonly pieceBytes: number | null
  /** The number of responses to wait for. */
  readonly answers: number
  readonly leaveAfterBytes: number | null
}

export type RawResult = {
  readonly answers: readonly RawAnswer[]
  readonly isClosed: boolean
  readonly text: string
}

/** Only a hang takes this long. */
const DEADLINE_MS = 240_000

export function sendRaw(send: RawSend): Promise<RawResult> {
  const { promise, resolve } = Promise.withResolvers<RawResult>()
  const socket = connect({ port: send.port, host: '127.0.0.1', noDelay: true })
  const received: Buffer[] = []
  let receivedBytes = 0
  let isClosed = false

  const finish = (answers: readonly RawAnswer[]) => {
    clearTimeout(timer)
    socket.destroy()
    const text = Buffer.concat(received).toString('latin1', 0, 512)
    resolve({ answers, isClosed, text })
  }
  const look = () => {
    const answers = readAnswers(Buffer.concat(received), isClosed)
    if (isClosed || answers.filter((answer) => answer.isComplete).length >= send.answers) finish(answers)
  }
  const timer = setTimeout(() => finish(readAnswers(Buffer.concat(received), false)), DEADLINE_MS)

  socket.on('data', (bytes: Buffer) => {
    received.push(bytes)
    receivedBytes += bytes.length
    if (send.leaveAfterBytes === null) return look()
    if (receivedBytes >= send.leaveAfterBytes) finish(readAnswers(Buffer.concat(received.splice(0)), false))
  })
  // Reset or refused: `close` follows and resolves with the bytes received so far.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (isClosed) return
    isClosed = true
    look()
  })
  socket.on('connect', () => {
    void write(socket, send)
  })
  return promise
}

async function write(socket: ReturnType<typeof connect>, { bytes, pieceBytes }: RawSend): Promise<void> {
  const size = pieceBytes ?? bytes.length
  for (let at = 0; at < bytes.length && socket.writable; at += size) {
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.write(bytes.subarray(at, at + size), () => resolve())
    await promise
    // Waits one turn of the event loop between two pieces, so that the kernel sends each in its own packet.
    if (pieceBytes !== null) await new Promise((turn) => setImmediate(turn))
  }
}
