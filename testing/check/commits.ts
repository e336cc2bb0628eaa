import { fileURLToPath } from 'node:url'
import { historyOf } from './history.ts'

/** The last commit before the rule: what is older keeps its subject. */
const base = 'accc16564515384d2f79163609c03b1d6f7cb246'

/** Characters of a subject: `git log --oneline` shows them whole on 80 columns. */
const longest = 72

/**
 * What is wrong with the commits after `since` in the checkout at `root`, one line each; undefined where that commit is
 * not in the history (a shallow clone, an exported tree).
 */
export function commitFaults(root: string, since = base): string[] | undefined {
  return historyOf(root)
    .subjectsSince(since)
    ?.filter(({ subject }) => [...subject].length > longest)
    .map(
      ({ commit, subject }) =>
        `${commit} has a subject of ${[...subject].length} characters, ${longest} are the most: ${subject}`,
    )
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const faults = commitFaults(root)
  for (const fault of faults ?? []) console.error(fault)
  if (faults === undefined)
    console.log(`Skipped: commit ${base.slice(0, 7)} is not here (${historyOf(root).known})`)
  else if (faults.length > 0) process.exitCode = 1
  else console.log(`No subject since ${base.slice(0, 7)} is longer than ${longest} characters`)
}
