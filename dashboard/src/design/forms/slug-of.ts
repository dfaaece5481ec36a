/** The slug of a name: `OpenAI main` is `openai-main`. */

const MAX_CHARACTERS = 48

export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_CHARACTERS)
    .replace(/-$/, '')
}
