import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

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

if (import.meta.main) {
  const faults = deadLinks(fileURLToPath(new URL('../../', import.meta.url)))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log('Every link between documents leads to a file')
}
