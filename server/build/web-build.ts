import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { precompress } from './precompress.ts'
import { prerenderedPagesPath, takePrerenderedPages } from './prerendered-pages.ts'
import { requireBuildTools } from './require-build-tools.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = ['web', 'contracts', 'rules', 'messages', 'content', 'vite.config.ts', 'package-lock.json']

/** Where the built web app is. */
export const builtWebDir = join(root, 'dist/web')

/** Builds the web app when it is missing or older than any of its sources, unless aborted. Answers whether it built. */
export async function buildWeb(signal?: AbortSignal): Promise<boolean> {
  // The last to be written: a build that was stopped before is made anew.
  const built = modifiedAt(join(builtWebDir, prerenderedPagesPath))
  if (built >= Math.max(...sources.map((source) => newest(join(root, source))))) return false
  requireBuildTools()
  await Promise.all([vite([], signal), vite(['--ssr', 'prerender.tsx'], signal)])
  if (signal?.aborted) return true
  await precompress(builtWebDir)
  await takePrerenderedPages(join(root, 'dist/prerender'), builtWebDir)
  return true
}

/** One build. In a process of its own: the bundler's memory goes with it. What it says is shown only when it fails. */
async function vite(more: string[], signal: AbortSignal | undefined): Promise<void> {
  try {
    await promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', ...more],
      {
        // In tests too, what is served is the production build.
        env: { ...process.env, NODE_ENV: 'production' },
        cwd: root,
        maxBuffer: 16 * 1024 * 1024,
        signal,
      },
    )
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`The web app does not build:\n${stdout}${stderr}`, { cause: error })
  }
}

function newest(path: string): number {
  const own = modifiedAt(path)
  if (own === 0 || !statSync(path).isDirectory()) return own
  // A file that was removed leaves its folder's time behind.
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), own)
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
