/** A saved prompt: two versions, one published; applications name the prompt and send the values. */

import { Gatehouse } from 'gatehouse-sdk'
import { createAdmin } from 'gatehouse-sdk/admin'

const admin = createAdmin()
const gatehouse = new Gatehouse({ provider: 'mock' })

const prompt = await admin.prompts.create({
  name: `Greeting ${Date.now()}`,
  model: 'mock',
  string: [{ role: 'user', content: 'Greet {{name}}.' }],
})
await admin.prompts.update(prompt.slug, { string: [{ role: 'user', content: 'Greet {{name}} like a pirate.' }] })

async function run(version: string): Promise<string | null | undefined> {
  const answer = await gatehouse.prompts.completions.create(`${prompt.slug}${version}`, { variables: { name: 'Ada' } })
  return answer.choices[0]?.message.content
}

console.log('published:', await run(''))
console.log('newest:', await run('@latest'))
await admin.prompts.publish(prompt.slug, { version: 2 })
console.log('published now:', await run(''))

// Prints:
// published: Hello from the mock provider. You said: Greet Ada.
// newest: Hello from the mock provider. You said: Greet Ada like a pirate.
// published now: Hello from the mock provider. You said: Greet Ada like a pirate.
