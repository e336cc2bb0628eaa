import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Builds of one kind. In a process of their own: the bundler's memory goes with it. What it says is shown only when it
 * fails.
 */
export async function runBuild(
  kind: 'browser' | 'prerender' | 'console',
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL('build-languages.ts', import.meta.url)), kind],
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
