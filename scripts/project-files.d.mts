/** What TypeScript files use of project-files.mjs. */

export const PROJECT_FOLDER: string
export function projectFiles(folder?: string): string[]
export function isTestMaterial(path: string): boolean
export function isTest(path: string): boolean
