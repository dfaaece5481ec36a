/** Call any endpoint of a provider, including those without an SDK method: here a batch, from upload to result. */

import { Gatehouse } from 'gatehouse-gateway-sdk'

const gatehouse = new Gatehouse({ provider: 'mock' })

const lines = ['one', 'two'].map((id) =>
  JSON.stringify({
    custom_id: id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'mock', messages: [{ role: 'user', content: id }] },
  }),
)
const file = await gatehouse.files.create({ file: new File([lines.join('\n')], 'batch.jsonl'), purpose: 'batch' })

type Batch = { id: string; status: string; output_file_id: string }
const batch = await gatehouse.post<Batch>('/batches', {
  input_file_id: file.id,
  endpoint: '/v1/chat/completions',
  completion_window: '24h',
})
const done = await gatehouse.get<Batch>(`/batches/${batch.id}`)
const results = await (await gatehouse.files.content(done.output_file_id)).text()
await gatehouse.delete(`/files/${file.id}`)

console.log(`${done.status}, ${results.split('\n').length} results`)

// Prints:
// completed, 2 results
