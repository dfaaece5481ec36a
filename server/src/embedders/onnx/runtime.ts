/** Finds onnxruntime: in the encoder's folder or in the gateway's own packages. */

import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Ort from 'onnxruntime-web'

export type OnnxRuntime = Pick<typeof Ort, 'InferenceSession' | 'Tensor' | 'env'>

/** The WebAssembly package needs no install script and runs everywhere. The native package is faster. */
const PACKAGES = ['onnxruntime-node', 'onnxruntime-web']

export async function loadRuntime(folder: string): Promise<OnnxRuntime> {
  for (const place of [join(folder, 'package.json'), import.meta.url]) {
    for (const name of PACKAGES) {
      const path = resolve(place, name)
      if (path === null) continue
      const loaded = (await import(path)) as OnnxRuntime & { readonly default?: OnnxRuntime }
      const runtime = loaded.InferenceSession ? loaded : loaded.default
      if (!runtime) continue
      // WebAssembly threads would need their own workers. This code already runs in a worker.
      if (name === 'onnxruntime-web') runtime.env.wasm.numThreads = 1
      return runtime
    }
  }
  throw new Error(`onnxruntime is not installed: run "npm install --ignore-scripts onnxruntime-web" in ${folder}`)
}

function resolve(from: string, name: string): string | null {
  try {
    return createRequire(from).resolve(name)
  } catch {
    return null
  }
}
