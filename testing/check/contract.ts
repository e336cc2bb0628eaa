import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNewer } from '#server/platform/migrate.ts'
import { breakingChanges, type BreakingChange } from './breaking-changes.ts'
import type { OpenApi } from './openapi-parts.ts'
import { breakingEntries, unnamedChanges } from './changelog.ts'
import { historyOf } from './history.ts'

const current = 'docs/api/openapi.json'
const releasedFolder = 'docs/api/releases'

/**
 * Changes that break clients and that the changelog of the checkout at `root` does not name, one line each; empty when
 * all is well. Compared are each recorded release with the next, the last one with the document of the working tree,
 * and, where the history is there, every document that landed since then with it.
 */
export function contractFaults(root: string): string[] {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const changelog = read('CHANGELOG.md')
  const versions = releasedVersions(root)
  // Before the first release clients are promised nothing.
  if (versions.length === 0) return releaseFaults(root)
  const documents = versions.map((version) => JSON.parse(read(fileOf(version))) as OpenApi)
  const now = JSON.parse(read(current)) as OpenApi
  return [
    ...releaseFaults(root),
    ...versions
      .slice(1)
      .flatMap((version, index) =>
        unnamed(breakingChanges(documents[index]!, documents[index + 1]!), changelog, version),
      ),
    ...unnamed(
      [documents.at(-1)!, ...landedSince(root, versions.at(-1)!)].flatMap((before) =>
        breakingChanges(before, now),
      ),
      changelog,
      'Unreleased',
    ),
  ]
}

/** A recorded release stays as it is, and the package is of the newest or of what comes after it. */
function releaseFaults(root: string): string[] {
  const history = historyOf(root)
  const changed = history.addedUnder(releasedFolder).filter(({ path: file, commit }) => {
    const here = path.join(root, file)
    return !existsSync(here) || readFileSync(here, 'utf8') !== history.textAt(commit, file)
  })
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const newest = releasedVersions(root).at(-1)
  return [
    ...changed.map(({ path: file }) => `${file} was changed after it was recorded: put it back`),
    ...(newest === undefined || !isNewer(newest, version)
      ? []
      : [`package.json says ${version}, and ${fileOf(newest)} is of a later one`]),
  ]
}

function landedSince(root: string, version: string): OpenApi[] {
  const history = historyOf(root)
  const recorded = history.addedUnder(releasedFolder).find(({ path: file }) => file === fileOf(version))
  return recorded
    ? [...new Set(history.textsOf(current, recorded.commit))].map((text) => JSON.parse(text) as OpenApi)
    : []
}

function unnamed(changes: BreakingChange[], changelog: string, section: string): string[] {
  const lines = unnamedChanges(changes, breakingEntries(changelog, section)).map(
    ({ operation, subject, what }) =>
      `${operation} breaks clients: ${what}\n    CHANGELOG.md, ${section}, ### Breaking: - \`${operation}\`: \`${subject}\` …`,
  )
  return [...new Set(lines)]
}

function releasedVersions(root: string): string[] {
  return globSync(`${releasedFolder}/*.json`, { cwd: root })
    .map((file) => path.basename(file, '.json'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

function fileOf(version: string): string {
  return `${releasedFolder}/${version}.json`
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const faults = contractFaults(root)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else
    console.log(
      `nothing unnamed breaks a client since ${releasedVersions(root).at(-1) ?? 'no release, as there is none'} (${historyOf(root).known})`,
    )
}
