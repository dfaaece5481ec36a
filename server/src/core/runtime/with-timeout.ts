/** Rejects if the promise does not settle within the time limit; a later result is ignored. */

export function withTimeout<Answer>(limitMs: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no response within ${limitMs} ms`)), limitMs)
    answer.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
