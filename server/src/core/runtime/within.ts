/** Waits for an answer no longer than so long; what comes later is of no interest. */

export function within<Answer>(limitMs: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
    answer.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
