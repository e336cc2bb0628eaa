import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { BootData, RenderedScreen } from '#contracts/boot-data.ts'
import { languageDir, type Language } from '#contracts/languages.ts'
import { screenRendererPath } from '#server/build/prerendered-pages.ts'

/*
 * Renders members' screens, one after the other: a line of JSON in, a line of JSON out, null for one that failed. Started
 * by screen-process.ts with the folder of the built web app, and ended by the end of its input. The zone is the process's
 * own, which Node takes over at once (a worker's it does not): so the app's code needs no zone of its own.
 */

/** A screen that is wanted. */
export interface ScreenJob {
  language: Language
  path: string
  bootData: BootData
  at: number
  timeZone: string
}

/** As `web/member-screen.tsx` answers it. */
export interface MemberScreen {
  /** For `#root`. */
  html: string
  screen: RenderedScreen
}

type RenderScreen = (job: ScreenJob) => Promise<MemberScreen>

const webDir = process.argv[2]!

for await (const line of createInterface({ input: process.stdin })) {
  const screen = await rendered(JSON.parse(line) as ScreenJob).catch((error: unknown) => {
    process.stderr.write(`${reasonOf(error)}\n`)
    return null
  })
  process.stdout.write(`${JSON.stringify(screen)}\n`)
}

async function rendered(job: ScreenJob): Promise<MemberScreen> {
  process.env.TZ = job.timeZone
  const file = join(webDir, languageDir(job.language), screenRendererPath)
  const { renderScreen } = (await import(pathToFileURL(file).href)) as { renderScreen: RenderScreen }
  return await renderScreen(job)
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return `${message}${cause === undefined ? '' : `: ${(cause as Error).message}`}`.replaceAll('\n', ' ')
}
