import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Where Node keeps compiled code, each file's under its hash; the scripts of package.json name it too. */
export const compiledDir = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/**
 * Has Node compile what `npm start` loads, in a process of its own: taking types off and compiling is more than half of
 * the time that loading takes. What is there already is only read.
 */
export async function compileServer(): Promise<void> {
  await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiledDir },
  })
}

if (import.meta.main) {
  const { loadProduct } = await import('../start.ts')
  await loadProduct()
}
