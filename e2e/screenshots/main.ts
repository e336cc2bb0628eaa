import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultLanguage, languageCookie, languages } from '#contracts/languages.ts'
import { inLanguage } from '#server/platform/language.ts'
import { launchBrowser, signInTo, visit, type Visit } from '#testing/browser.ts'
import { openRunFolder } from '#testing/run-folder.ts'
import { writeContactSheets } from './contact-sheets.ts'
import { moreSchemes, people, schemes, shotsAt, widths, type Look, type Person, type Shot } from './shots.ts'
import { openStage } from './stage.ts'
import { takePictures, type Pictures } from './take-pictures.ts'

// npm run screenshots                         every route, into screenshots/; open its index.html
// npm run screenshots -- /points /campaigns   those and the addresses below them; other pictures stay
// npm run screenshots -- --people typical,rich --widths 390,1280 --schemes light
// npm run screenshots -- --schemes forced     where the reader's own colours replace ours
// npm run screenshots -- --schemes rtl        from right to left
// npm run screenshots -- --language de      in that language, campaigns as their brands wrote them
// npm run screenshots -- --missing            only pictures that are not there: goes on with a run that ended early
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: people.join(',') },
    widths: { type: 'string', default: Object.keys(widths).join(',') },
    schemes: { type: 'string', default: schemes.join(',') },
    language: { type: 'string', default: defaultLanguage },
    missing: { type: 'boolean', default: false },
    out: { type: 'string', default: fileURLToPath(new URL('../../screenshots/', import.meta.url)) },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
})
const who = chosen('people', people)
const looks: Look[] = chosen('widths', Object.keys(widths)).flatMap((width) =>
  chosen('schemes', [...schemes, ...moreSchemes]).map((scheme) => ({ width: Number(width), scheme })),
)
const isAll = positionals.length === 0 && who.length * looks.length === people.length * 8 && !values.missing

const began = Date.now()
const removeFolder = openRunFolder()
const browser = await launchBrowser({ withSystemFonts: true })
const language = chosen('language', languages)[0]!
const stage = await openStage(say)
await stage.speak(language)
try {
  // Sheets are opened by the names of their buttons.
  await inLanguage(language, takeAll)
} finally {
  await browser.close()
  await stage.close()
  removeFolder()
}

async function takeAll(): Promise<void> {
  const shots = shotsAt(stage, positionals)
  if (shots.length === 0) throw new Error(`No route at ${positionals.join(', ')}`)
  if (isAll) rmSync(values.out, { recursive: true, force: true })
  const visits = {} as Record<Person, Visit>
  for (const person of who) {
    visits[person] = await visit(browser, stage.origin)
    await visits[person].page.close()
    await visits[person].context.addCookies([{ name: languageCookie, value: language, url: stage.origin }])
    if (person !== 'visitor') await signInTo(visits[person], stage.origin, { cookie: stage.cookies[person] })
  }
  const left = shots.flatMap((shot) =>
    shot.people.filter((person) => who.includes(person)).map((person) => ({ shot, person })),
  )
  const count = left.length
  // Each worker has a tab at a time; tabs of one person share their session, as people's do.
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await take(next, visits[next.person])
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, work))
  say(`Took ${count} pages at ${looks.length} looks each in ${Math.round((Date.now() - began) / 1000)} s`)
  await writeContactSheets(browser, values.out)
  say(`Open ${values.out}index.html`)
}

/** One that fails leaves the others their turn. */
async function take({ shot, person }: { shot: Shot; person: Person }, visited: Visit): Promise<void> {
  const wanted: Pictures = { folder: values.out, shot, person, looks, keepsOld: values.missing }
  try {
    for (const fault of await takePictures(visited, wanted)) say(`${shot.name}, ${person}: ${fault}`)
  } catch (error) {
    say(`${shot.name}, ${person} was not taken: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

function chosen<T extends string>(
  option: 'people' | 'widths' | 'schemes' | 'language',
  all: readonly T[],
): T[] {
  const named = values[option].split(',')
  const unknown = named.find((name) => !all.includes(name as T))
  if (unknown !== undefined) throw new Error(`--${option} has no ${unknown}: there are ${all.join(', ')}`)
  return named as T[]
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
