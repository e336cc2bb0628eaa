import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { historyOf } from './history.ts'

const folders = '{bench,console,content,contracts,docs,e2e,messages,migrations,rules,server,testing,web}'

/** Links of Markdown files, and documents named in the code, that lead to no file of the checkout at `root`. */
export function deadLinks(root: string): string[] {
  const pages = globSync(['*.md', `${folders}/**/*.md`], { cwd: root, exclude: ['**/node_modules'] })
  const code = globSync(`${folders}/**/*.{ts,tsx,mjs,css,sql}`, { cwd: root, exclude: ['**/node_modules'] })
  return [...pages.sort().flatMap(linksOf), ...code.sort().flatMap(namesOf)].flatMap(
    ({ file, link, target }) =>
      existsSync(path.join(root, target)) ? [] : [`${file}: ${link} leads nowhere`],
  )

  function linksOf(file: string) {
    return [...text(file).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^(?:[a-z]+:|#|\/)/.test(link))
      .map((link) => ({ file, link, target: path.join(path.dirname(file), link.split('#')[0]!) }))
  }

  function namesOf(file: string) {
    return [...text(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([link]) => ({ file, link, target: link }))
  }

  function text(file: string) {
    return readFileSync(path.join(root, file), 'utf8')
  }
}

/** As a document names one: `at 9d3a2f8e`, `commit 9d3a2f8e`, `recorded with 9d3a2f8e`, `2026-11-29, 9d3a2f8e`. */
const namedCommit =
  /(?:\b(?:at|commit|and|before|with|on)|\d{4}-\d\d-\d\d(?:,| \|)) `?(?=[0-9a-f]*\d)([0-9a-f]{7,40})\b/g

/**
 * Commits that documents name as the one of a result and that are not in the history of the checkout at `root`, as one
 * that a rebase has replaced; undefined where that history is not whole (a shallow clone, an exported tree).
 */
export function lostCommits(root: string): string[] | undefined {
  const named = globSync('{docs,testing}/*.md', { cwd: root })
    .sort()
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(namedCommit)].map(([, commit]) => ({
        file,
        commit: commit!,
      })),
    )
  const missing = historyOf(root).missing([...new Set(named.map(({ commit }) => commit))])
  return (
    missing &&
    named.flatMap((one) => (missing.includes(one.commit) ? `${one.file}: no commit ${one.commit}` : []))
  )
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const lost = lostCommits(root)
  const faults = [...deadLinks(root), ...(lost ?? [])]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log('Every link between documents leads to a file')
  if (lost === undefined) console.log(`Skipped: the commits that documents name (${historyOf(root).known})`)
}
