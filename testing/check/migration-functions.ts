import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { historyOf } from './history.ts'

const folder = 'migrations/functions'
const list = 'migrations/checksums.txt'

/** The first migration after the first release: from there on processes of the version before run between any two. */
const firstUpgrade = '0073'

/**
 * What is wrong with the functions of the checkout at `root`. Their text may change freely. What may not: parameters and
 * result, since processes of the version before still call them, and being dropped from the files alone, since databases
 * that exist would keep what new ones never get. Nor may a migration bring one that calls what a later one makes: until
 * that, calls of the version before would fail.
 */
export function functionFaults(root: string): string[] {
  if (!existsSync(path.join(root, folder))) return []
  const files = readdirSync(path.join(root, folder)).sort()
  const texts = files.map((name) => readFileSync(path.join(root, folder, name), 'utf8'))
  const now = new Map(texts.flatMap(signaturesIn))
  const twice = texts.flatMap(signaturesIn).length - now.size
  return [
    ...files
      .filter((name) => !/^[a-z_]+\.sql$/.test(name))
      .map((name) => `${folder}/${name}: no name of functions, which is ledger_api.sql`),
    ...(twice > 0 ? [`${folder}: a function is there twice, which only one of them can be`] : []),
    ...changedFaults(root, now),
    ...earlyFaults(root),
  ]
}

/** Functions that a migration brings, by itself or by a file that it asks for, before one that they call is there. */
function earlyFaults(root: string): string[] {
  const read = (name: string) => readFileSync(path.join(root, 'migrations', name), 'utf8')
  const numbered = readdirSync(path.join(root, 'migrations'))
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      name,
      text: read(name).replaceAll(/^\\ir (functions\/[a-z_]+\.sql)$/gm, (_, file: string) => read(file)),
    }))
  const ever = new Set(numbered.flatMap(({ text }) => namesIn(text)))
  const made = new Set<string>()
  return numbered.flatMap(({ name, text }) => {
    for (const one of namesIn(text)) made.add(one)
    if (name < firstUpgrade) return []
    const called = new Set(
      [...text.replaceAll(/--.*$/gm, '').matchAll(/\b([a-z_]+)\(/g)].map(([, one]) => one!),
    )
    return [...called]
      .filter((one) => ever.has(one) && !made.has(one))
      .map(
        (one) => `${name} calls ${one}, which a later migration makes: put both into one file of functions`,
      )
  })
}

const namesIn = (text: string) => signaturesIn(text).map(([name]) => name)

/** Counted from the commit in which the present list of migrations began: what came before is no longer upgraded. */
function changedFaults(root: string, now: Map<string, string>): string[] {
  const history = historyOf(root)
  const [firstLine] = readFileSync(path.join(root, list), 'utf8').split('\n')
  const start = history.firstWith(list, firstLine!)
  if (start === undefined) return []
  const before = new Map(
    history
      .addedUnder(folder)
      .flatMap((file) => [history.textAt(start, file.path), ...history.textsOf(file.path, start)])
      .flatMap(signaturesIn)
      .map(([name, signature]) => [`${name} ${signature}`, { name, signature }] as const),
  )
  const dropped = droppedIn(root)
  return [...before.values()].flatMap(({ name, signature }) => {
    if (dropped.has(name)) return []
    if (!now.has(name))
      return [`${folder}: ${name} is gone: a migration drops it (\`drop function if exists ${name}\`)`]
    return now.get(name) === signature
      ? []
      : [
          `${folder}: ${name} has another signature than it had: give it a new name, and leave the old for a release`,
        ]
  })
}

/** The functions that a text makes, each with its parameters and result, without what is only how they are written. */
function signaturesIn(text: string): [string, string][] {
  const heads =
    /^create or replace function ([a-z_.]+)(\([^]*?)(?=\s(?:language|stable|immutable|volatile|security|set|as)\s)/gm
  return [...text.matchAll(heads)].map(([, name, rest]) => [
    name!,
    rest!
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([(),]) ?/g, '$1')
      .trim(),
  ])
}

/** The functions that numbered migrations drop. */
function droppedIn(root: string): Set<string> {
  const migrations = readdirSync(path.join(root, 'migrations')).filter((name) => name.endsWith('.sql'))
  return new Set(
    migrations.flatMap((name) =>
      [
        ...readFileSync(path.join(root, 'migrations', name), 'utf8').matchAll(
          /^drop function (?:if exists )?([a-z_.]+)/gm,
        ),
      ].map(([, dropped]) => dropped!),
    ),
  )
}
