import type { BreakingChange } from './breaking-changes.ts'

/** The entries under `### Breaking` of a version's section in a Keep a Changelog text, each as one line. */
export function breakingEntries(changelog: string, version: string): string[] {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.replace('[', '').startsWith(version))
  const breaking = section?.split(/^### /m).find((part) => part.startsWith('Breaking'))
  return (breaking ?? '')
    .split(/^- /m)
    .slice(1)
    .map((entry) => entry.replaceAll(/\s+/g, ' ').trim())
}

/** The changes that no entry names: it must have the operation and what changed in it, each in backticks. */
export function unnamedChanges(changes: BreakingChange[], entries: string[]): BreakingChange[] {
  return changes.filter(
    ({ operation, subject }) =>
      !entries.some((entry) => entry.includes(`\`${operation}\``) && entry.includes(`\`${subject}\``)),
  )
}
