import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultLanguage, languageDir, languages, type Language } from '#contracts/languages.ts'
import { buildConsole } from './console-build.ts'
import { precompress } from './precompress.ts'
import { prerenderedPagesPath, takeRenderer } from './prerendered-pages.ts'
import { requireBuildTools } from './require-build-tools.ts'
import { runBuild } from './run-build.ts'
import { modifiedAt, newest } from './source-times.ts'

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

/**
 * Builds the web app and the operators' console, each when it is missing or older than any of its sources, unless aborted.
 * Answers whether anything was built.
 */
export async function buildWeb(signal?: AbortSignal): Promise<boolean> {
  // A release has what was built, and not what of.
  if (modifiedAt(builtWebDir) > 0 && modifiedAt(join(root, 'web')) === 0) return false
  const isBuilt = await buildApp(signal)
  if (signal?.aborted) return isBuilt
  return (await buildConsole(builtWebDir, signal)) || isBuilt
}

async function buildApp(signal: AbortSignal | undefined): Promise<boolean> {
  // The last to be written: a build that was stopped before is made anew.
  const built = modifiedAt(join(builtWebDir, languageDir(languages.at(-1)!), prerenderedPagesPath))
  if (built >= newest(sources.map((source) => join(root, source)))) return false
  requireBuildTools()
  await Promise.all([runBuild('browser', signal), runBuild('prerender', signal)])
  if (signal?.aborted) return true
  for (const language of languages) await takeLanguage(language)
  await precompress(builtWebDir)
  for (const language of languages)
    await takeRenderer(join(root, `dist/prerender-${language}`), join(builtWebDir, languageDir(language)))
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
