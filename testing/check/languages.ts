import { defaultLanguage, languages, type Language } from '#contracts/languages.ts'
import { readCatalogue, textsOf, type Catalogue, type CatalogueText } from '#server/build/catalogues.ts'
import { compileText, inputsIn } from '#server/build/compile-texts.ts'

/** What reads the same in another language, as a native would write it: names, and words that are the same. */
export type Same = Partial<Record<Language, readonly string[]>>

/** What is wrong with a translation, a line each; nothing where it is whole. */
export function translationFaults(
  english: Catalogue,
  translated: Catalogue,
  language: string,
  same: readonly string[] = [],
): string[] {
  const missing = Object.keys(english).filter((key) => !(key in translated))
  const leftOver = Object.keys(translated).filter((key) => !(key in english))
  const both = Object.keys(english).filter((key) => key in translated)
  return [
    ...missing.map((key) => `${language}: ${key} is missing`),
    ...leftOver.map((key) => `${language}: ${key} is in no English file`),
    ...both.flatMap((key) =>
      textFaults(english[key]!, translated[key]!, language).map((fault) => `${language}: ${key} ${fault}`),
    ),
    ...both
      .filter((key) => isUntranslated(english[key]!, translated[key]!) && !same.includes(key))
      .map((key) => `${language}: ${key} is the English text`),
  ]
}

function textFaults(english: CatalogueText, translated: CatalogueText, language: string): string[] {
  try {
    const given = compileText(english).inputs
    compileText(translated)
    const lines = [
      ...inputsUsed(translated)
        .filter((name) => !given.includes(name))
        .map((name) => `names {${name}}, which it is not given`),
      ...inputsUsed(english)
        .filter((name) => !inputsUsed(translated).includes(name) && !isCounted(english, name))
        .map((name) => `does not say {${name}}`),
    ]
    return [...lines, ...pluralFaults(translated, language)]
  } catch (error) {
    return [(error as Error).message]
  }
}

/** A number that only chooses the case, or is written out in one of them. */
function isCounted(text: CatalogueText, name: string): boolean {
  return typeof text !== 'string' && text[0].declarations.some((line) => line.endsWith(`= ${name}: plural`))
}

function inputsUsed(text: CatalogueText): string[] {
  return typeof text === 'string'
    ? inputsIn(text)
    : [...new Set(Object.values(text[0].match).flatMap(inputsIn))]
}

/** A case for a plural form that the language does not have would never be seen. */
function pluralFaults(text: CatalogueText, language: string): string[] {
  if (typeof text === 'string') return []
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[]
  const [{ declarations, match }] = text
  const plurals = new Set(declarations.flatMap((line) => /^local (\w+) = \w+: plural$/.exec(line)?.[1] ?? []))
  return Object.keys(match)
    .flatMap((conditions) => conditions.split(','))
    .map((condition) => condition.trim().split('='))
    .filter(([name, form]) => plurals.has(name!) && form !== '*' && !forms.includes(form!))
    .map(([, form]) => `has a case for “${form}”, a form that there is not`)
}

/** Words, not only names and numbers, that were left as they are. */
function isUntranslated(english: CatalogueText, translated: CatalogueText): boolean {
  return (
    JSON.stringify(english) === JSON.stringify(translated) &&
    /\p{L}{2}/u.test(
      JSON.stringify(typeof english === 'string' ? english.replaceAll(/\{\w+\}/g, '') : english[0].match),
    )
  )
}

/** The faults of every language's catalogue. */
export async function languageFaults(same: Same): Promise<string[]> {
  const read = async (language: Language) => textsOf(language, await readCatalogue(language))
  const english = await read(defaultLanguage)
  const faults = languages
    .filter((language) => language !== defaultLanguage)
    .map(async (language) => translationFaults(english, await read(language), language, same[language]))
  return (await Promise.all(faults)).flat()
}

if (import.meta.main) {
  const { sameTexts, unfinished } = await import('./same-texts.ts')
  const { directionFaults } = await import('./directions.ts')
  const { unusedTexts } = await import('./unused-texts.ts')
  const faults = [...(await languageFaults(sameTexts)), ...directionFaults(), ...(await unusedTexts())]
  const [counted, failing] = [faults.filter(isUnfinished), faults.filter((fault) => !isUnfinished(fault))]
  function isUnfinished(fault: string): boolean {
    return unfinished.some((language) => fault.startsWith(`${language}: `))
  }
  if (counted.length > 0)
    console.log(`${counted.length} faults in languages on their way (${unfinished.join(', ')})`)
  for (const fault of failing) console.log(fault)
  if (failing.length > 0) process.exitCode = 1
}
