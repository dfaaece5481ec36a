/** What TypeScript files use of project-files.mjs. */

export function projectFiles(folder?: string): string[]
