import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { precompress } from './precompress.ts'
import { requireBuildTools } from './require-build-tools.ts'
import { runBuild } from './run-build.ts'
import { modifiedAt, newest } from './source-times.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = [
  'console',
  'contracts',
  'rules',
  'web/theme',
  'server/build',
  'vite.console.config.ts',
  'package-lock.json',
]

/** Where the built console is, below the web app. */
export const consoleFolder = 'console'

/**
 * Builds the operators' console when it is missing or older than any of its sources, and puts it into the folder that is
 * served. Answers whether anything was written.
 */
export async function buildConsole(builtWebDir: string, signal?: AbortSignal): Promise<boolean> {
  const changed = newest(sources.map((source) => join(root, source)))
  const served = join(builtWebDir, consoleFolder)
  if (modifiedAt(join(served, 'index.html')) >= changed) return false
  const built = join(root, 'dist/console')
  if (modifiedAt(join(built, 'index.html')) < changed) {
    requireBuildTools()
    await runBuild('console', signal)
    if (signal?.aborted) return true
    await precompress(built)
  }
  await rm(served, { recursive: true, force: true })
  await cp(built, served, { recursive: true })
  return true
}
