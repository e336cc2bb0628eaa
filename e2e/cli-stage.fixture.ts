import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { joinEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts'
import { loggedCommands } from '#testing/command-log.ts'
import { endPrograms, startSite, temporaryDataDir, type Ended, type StartedSite } from '#testing/processes.ts'

/** A site in a process of its own, beside which the commands run. */
export let site: StartedSite

/** Runs a command to its end; what it leaves in the log of the site is looked at. */
export const crels = loggedCommands(async ({ DATA_DIR: dataDir }) => {
  if (dataDir === undefined || dataDir !== site.settings.DATA_DIR) return undefined
  return (await joinEmbeddedPostgres({ dataDir, log: () => {} })).url
})

/** Where files for the commands are; made with the first of them. */
let files: string | undefined

/** Starts the site before the tests of a file, and ends it after them. */
export function openCommandSite(): void {
  beforeAll(async () => {
    site = await startSite({ DATA_DIR: temporaryDataDir(), DEMO_DATA: 'false' })
  })
  afterAll(async () => {
    files = undefined
    await endPrograms()
  })
}

/** The one that the documents show. */
export const campaign = {
  ...(JSON.parse(readFileSync('docs/examples/campaign.json', 'utf8')) as { title: string }),
  brand: 'northwind',
}

/** The options of a brand that `brand create` takes. */
export function brandOptions(slug: string): string[] {
  return ['--slug', slug, '--name', 'Northwind Coffee', '--website', 'https://northwind.example']
}

/** Writes a file for a command; answers where it is. */
export function write(name: string, content: string): string {
  files ??= temporaryDataDir()
  mkdirSync(files, { recursive: true })
  const file = path.join(files, name)
  writeFileSync(file, content)
  return file
}

/** What a command that succeeded answered in JSON, with nothing beside it. */
export function answer({ status, stdout, stderr }: Ended): unknown {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** One line on standard error, nothing on standard output. */
export function refused(line: string | RegExp) {
  const pattern = line instanceof RegExp ? (expect.stringMatching(line) as string) : `${line}\n`
  return { status: 1, stdout: '', stderr: pattern }
}
