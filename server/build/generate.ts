import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireBuildTools } from './require-build-tools.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const settingsFile = path.join(root, 'project.inlang/settings.json')
const messagesDir = path.join(root, 'messages/en')
const stampFile = path.join(root, 'generated/messages.stamp')

/** Where each form of the catalogue goes: one module per locale starts faster in Node; one per message splits along the browser's routes. */
const outputs = [
  { dir: path.join(root, 'generated/messages'), outputStructure: 'locale-modules' },
  { dir: path.join(root, 'generated/messages-web'), outputStructure: 'message-modules' },
] as const

/**
 * Compiles the message catalogue into `generated/`, unless it is already current.
 * Answers whether anything was written. Throws one clear line for a key defined twice,
 * a key outside its file's prefix, or a file the project settings do not list.
 */
export async function generate(): Promise<boolean> {
  const files = (await readdir(messagesDir)).filter((name) => name.endsWith('.json')).sort()
  const texts = await Promise.all(files.map((name) => readFile(path.join(messagesDir, name), 'utf8')))
  const settings = await readFile(settingsFile, 'utf8')
  const self = await readFile(fileURLToPath(import.meta.url), 'utf8')
  const stamp = createHash('sha256')
    .update([settings, self, ...files, ...texts].join('\0'))
    .digest('hex')
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return false

  checkCatalogue(
    files.map((name, index) => ({ name, text: texts[index]! })),
    settings,
  )
  requireBuildTools()
  const { compile } = await import('@inlang/paraglide-js')
  for (const { dir, outputStructure } of outputs) {
    const fresh = `${dir}.${process.pid}`
    await compile({
      project: path.join(root, 'project.inlang'),
      outdir: fresh,
      outputStructure,
      strategy: ['baseLocale'],
      disableAsyncLocalStorage: true,
      emitGitIgnore: false,
      emitPrettierIgnore: false,
      emitReadme: false,
    })
    await replaceDirectory(fresh, dir)
  }
  await writeFile(stampFile, stamp)
  return true
}

/** Swaps the directory in two renames, so that a process loading messages meanwhile never sees half of them. */
async function replaceDirectory(fresh: string, dir: string): Promise<void> {
  const old = `${dir}.${process.pid}.old`
  await mkdir(path.dirname(dir), { recursive: true })
  await rename(dir, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(fresh, dir)
  await rm(old, { recursive: true, force: true })
}

function checkCatalogue(files: { name: string; text: string }[], settings: string): void {
  const owner = new Map<string, string>()
  for (const { name, text } of files) {
    const area = name.slice(0, -'.json'.length)
    if (!settings.includes(`/${name}"`)) {
      throw new Error(`messages/en/${name} is not listed in project.inlang/settings.json`)
    }
    for (const key of Object.keys(parse(name, text))) {
      if (key === '$schema') continue
      const prefix = `${area.replaceAll('-', '_')}_`
      if (!/^[a-z0-9_]+$/.test(key) || !key.startsWith(prefix)) {
        throw new Error(`messages/en/${name}: the key "${key}" must be snake_case and start with "${prefix}"`)
      }
      if (owner.has(key)) throw new Error(`messages/en/${name}: "${key}" is already in ${owner.get(key)}`)
      owner.set(key, name)
    }
  }
}

function parse(name: string, text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`messages/en/${name} is not valid JSON: ${(error as Error).message}`, { cause: error })
  }
}

if (import.meta.main) {
  try {
    if (await generate()) console.log('Messages compiled')
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
