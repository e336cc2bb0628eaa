import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'

/** The git history behind a checkout, as far as it is there. */
export interface History {
  /** One clause for people: what a comparison with it is worth. */
  known: string
  /**
   * The texts that `path` ever had in a commit of this history, newest first; `since` leaves out that commit and older.
   */
  textsOf(path: string, since?: string): string[]
  /** Every file that a commit of this history added under `folder`, oldest first, with that commit. */
  addedUnder(folder: string): { path: string; commit: string }[]
  /** The oldest commit in whose text of `path` the line is; undefined where it is in none. */
  firstWith(path: string, line: string): string | undefined
  /** The text of `path` in `commit`. */
  textAt(commit: string, path: string): string
  /** Of these (beginnings of) hashes, those of no commit of this history; undefined where it is not whole. */
  missing(commits: string[]): string[] | undefined
  /** The commits after `base` with their subjects, merges left out; undefined where `base` is not in this history. */
  subjectsSince(base: string): { commit: string; subject: string }[] | undefined
}

/** Reads the history of the checkout at `root`; an exported tree has none, and then nothing is found. */
export function historyOf(root: string): History {
  // The owner of a checkout may be another account than the one that checks it.
  const git = (...args: string[]) => {
    const options = ['-c', `safe.directory=${realpathSync(root)}`, '-c', 'core.quotePath=false', ...args]
    const { status, stdout } = spawnSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
    return status === 0 ? stdout : undefined
  }
  const top = git('rev-parse', '--show-toplevel')?.trim()
  if (!top || realpathSync(top) !== realpathSync(root) || !git('rev-parse', '--verify', '-q', 'HEAD'))
    return {
      known: 'no history here',
      textsOf: () => [],
      addedUnder: () => [],
      firstWith: () => undefined,
      textAt: () => '',
      missing: () => undefined,
      subjectsSince: () => undefined,
    }
  const lines = (...args: string[]) => (git(...args) ?? '').split('\n').filter(Boolean)
  const shallow = git('rev-parse', '--is-shallow-repository')?.trim() === 'true'
  return {
    known: `${lines('rev-list', '--count', 'HEAD')[0]} commits of history${shallow ? ', shallow' : ''}`,
    textsOf: (path, since) =>
      lines('log', '--format=%H', since ? `${since}..HEAD` : 'HEAD', '--', path)
        .map((commit) => git('show', `${commit}:${path}`))
        .filter((text) => text !== undefined),
    addedUnder: (folder) =>
      added(
        lines(
          'log',
          '--reverse',
          '--diff-filter=A',
          '--no-renames',
          '--format=%H',
          '--name-only',
          'HEAD',
          '--',
          folder,
        ),
      ),
    firstWith: (path, line) =>
      lines('log', '--reverse', '--format=%H', 'HEAD', '--', path).find((commit) =>
        git('show', `${commit}:${path}`)?.split('\n').includes(line),
      ),
    textAt: (commit, path) => git('show', `${commit}:${path}`) ?? '',
    missing: (commits) => {
      if (shallow) return undefined
      const all = lines('rev-list', 'HEAD')
      return commits.filter((commit) => !all.some((hash) => hash.startsWith(commit)))
    },
    subjectsSince: (base) =>
      git('merge-base', '--is-ancestor', base, 'HEAD') === undefined
        ? undefined
        : lines('log', '--no-merges', '--format=%h %s', `${base}..HEAD`).map((line) => ({
            commit: line.slice(0, line.indexOf(' ')),
            subject: line.slice(line.indexOf(' ') + 1),
          })),
  }
}

/** Whether there is a git to ask. */
export function gitIsHere(): boolean {
  return spawnSync('git', ['--version']).status === 0
}

function added(lines: string[]): { path: string; commit: string }[] {
  const first = new Map<string, string>()
  let commit = ''
  for (const line of lines)
    if (/^[0-9a-f]{40,64}$/.test(line)) commit = line
    else if (!first.has(line)) first.set(line, commit)
  return [...first].map(([path, commit]) => ({ path, commit }))
}
