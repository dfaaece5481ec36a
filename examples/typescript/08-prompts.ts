/** Save a prompt with two versions and publish one. Applications send only its name and values. */

import { Gatehouse } from 'gatehouse-gateway-sdk'
import { createAdmin } from 'gatehouse-gateway-sdk/admin'

const admin = createAdmin()
const gatehouse = new Gatehouse({ provider: 'mock' })

const prompt = await admin.prompts.create({
  name: `Greeting ${Date.now()}`,
  model: 'mock',
  string: [{ role: 'user', content: 'Greet {{name}}.' }],
})
await admin.prompts.update(prompt.slug, { string: [{ role: 'user', content: 'Greet {{name}} like a pirate.' }] })

async function run(version: string): Promise<string | null | undefined> {
  const response = await gatehouse.prompts.completions.create(`${prompt.slug}${version}`, {
    variables: { name: 'Ada' },
  })
  return response.choices[0]?.message.content
}

console.log('published:', await run(''))
console.log('newest:', await run('@latest'))
await admin.prompts.publish(prompt.slug, { version: 2 })
console.log('published now:', await run(''))

// Prints:
// published: Hello from the mock provider. You said: Greet Ada.
// newest: Hello from the mock provider. You said: Greet Ada like a pirate.
// published now: Hello from the mock provider. You said: Greet Ada like a pirate.
