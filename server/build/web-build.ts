import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { defaultLanguage, languageDir, languages, type Language } from '#contracts/languages.ts'
import { precompress } from './precompress.ts'
import { prerenderedPagesPath, takePrerenderedPages } from './prerendered-pages.ts'
import { requireBuildTools } from './require-build-tools.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = [
  'web',
  'contracts',
  'rules',
  'messages',
  'content',
  'server/build',
  'vite.config.ts',
  'package-lock.json',
]

/** Where the built web app is. */
export const builtWebDir = join(root, 'dist/web')

/** Builds the web app when it is missing or older than any of its sources, unless aborted. Answers whether it built. */
export async function buildWeb(signal?: AbortSignal): Promise<boolean> {
  // The last to be written: a build that was stopped before is made anew.
  const built = modifiedAt(join(builtWebDir, languageDir(languages.at(-1)!), prerenderedPagesPath))
  if (built >= Math.max(...sources.map((source) => newest(join(root, source))))) return false
  requireBuildTools()
  await Promise.all([buildLanguages('browser', signal), buildLanguages('prerender', signal)])
  if (signal?.aborted) return true
  for (const language of languages) await takeLanguage(language)
  await precompress(builtWebDir)
  for (const language of languages)
    await takePrerenderedPages(
      join(root, `dist/prerender-${language}`),
      join(builtWebDir, languageDir(language)),
    )
  return true
}

/**
 * Puts what was built in a language into the one folder that is served: files under hashed names side by side, where what
 * has no text is the same file for all; the pages around them in a folder of the language, but for English.
 */
async function takeLanguage(language: Language): Promise<void> {
  const built = join(root, `dist/web-${language}`)
  if (language === defaultLanguage) {
    await rm(builtWebDir, { recursive: true, force: true })
    return await rename(built, builtWebDir)
  }
  for (const name of await readdir(join(built, 'assets')))
    await rename(join(built, 'assets', name), join(builtWebDir, 'assets', name))
  const own = join(builtWebDir, languageDir(language))
  await mkdir(own, { recursive: true })
  for (const name of ownFiles) await rename(join(built, name), join(own, name))
  await rm(built, { recursive: true })
}

/** What each language has for itself, beside the files under hashed names. */
const ownFiles = ['index.html', 'offline.html', 'sw.js', 'builds']

/** Builds of one kind. In a process of their own: the bundler's memory goes with it. What it says is shown only when it fails. */
async function buildLanguages(kind: 'browser' | 'prerender', signal: AbortSignal | undefined): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [join(root, 'server/build/build-languages.ts'), kind], {
      // In tests too, what is served is the production build.
      env: { ...process.env, NODE_ENV: 'production' },
      cwd: root,
      maxBuffer: 16 * 1024 * 1024,
      signal,
    })
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
