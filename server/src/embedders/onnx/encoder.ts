/** Encodes texts to unit vectors with an ONNX model. */

import { readFileSync } from 'node:fs'
import { type EncoderFolder, readEncoderFolder } from './encoder-folder.ts'
import { loadRuntime, type OnnxRuntime } from './runtime.ts'

type Session = Awaited<ReturnType<OnnxRuntime['InferenceSession']['create']>>

export class Encoder {
  private constructor(
    private readonly folder: EncoderFolder,
    private readonly runtime: OnnxRuntime,
    private readonly session: Session,
  ) {}

  static async open(path: string): Promise<Encoder> {
    const folder = readEncoderFolder(path)
    const runtime = await loadRuntime(path)
    const session = await runtime.InferenceSession.create(new Uint8Array(readFileSync(folder.modelPath)))
    return new Encoder(folder, runtime, session)
  }

  /** Null for texts that exceed the encoder's token limit. */
  async encode(texts: readonly string[]): Promise<(Float32Array | null)[]> {
    const vectors: (Float32Array | null)[] = []
    // One by one: on one thread, padding a batch costs as much as batching saves.
    for (const text of texts) {
      const ids = this.folder.pieces.encode(text, this.folder.maxTokens)
      vectors.push(ids === null ? null : await this.#run(ids))
    }
    return vectors
  }

  async #run(ids: readonly number[]): Promise<Float32Array> {
    const shape = [1, ids.length]
    const whole = (value: (id: number) => number) =>
      new this.runtime.Tensor(
        'int64',
        BigInt64Array.from(ids, (id) => BigInt(value(id))),
        shape,
      )
    const known = {
      input_ids: whole((id) => id),
      attention_mask: whole(() => 1),
      token_type_ids: whole(() => 0),
    }
    const feeds = Object.fromEntries(Object.entries(known).filter(([name]) => this.session.inputNames.includes(name)))
    const answers = await this.session.run(feeds)
    const names = this.session.outputNames
    const sentence = names.find((name) => name === 'sentence_embedding')
    const output = answers[sentence ?? names.find((name) => name === 'last_hidden_state') ?? names[0] ?? '']
    if (!output || !(output.data instanceof Float32Array)) throw new Error('the encoder returned no float vector')
    const size = output.dims.at(-1) ?? 0
    return unit(output.dims.length === 2 ? output.data.slice(0, size) : this.#pool(output.data, size, ids.length))
  }

  #pool(states: Float32Array, size: number, count: number): Float32Array {
    const pooled = states.slice(0, size)
    if (this.folder.pooling === 'first') return pooled
    for (let token = 1; token < count; token++) {
      for (let i = 0; i < size; i++) pooled[i] = pooled[i]! + states[token * size + i]!
    }
    return pooled
  }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
