import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as messages from '#messages'
import { problems } from '#contracts/errors.ts'
import { matchPage, titleKey, type PageId } from '#contracts/page-routes.ts'
import { docPages } from '#contracts/paths.ts'
import { operations, renderReference } from './api-reference.ts'
import { limitsText, sampleOf, typeText } from './api-types.ts'
import { descriptions, searchRecords } from './documents.ts'
import { factAt, withFacts } from '#rules/text-facts.ts'

const docsDir = new URL('../../../content/docs/', import.meta.url)
const files = readdirSync(docsDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.mdx'),
)
const faqDir = new URL('../../../content/faq/', import.meta.url)
const answers = readdirSync(faqDir)
  .filter((name) => name !== 'README.md')
  .map((name) => readFileSync(new URL(name, faqDir), 'utf8'))
const answerIds = answers.flatMap((text) => [...text.matchAll(/^## .+ \{#(.+)\}$/gm)].map(([, id]) => id!))
const records = await searchRecords('en')
const reference = renderReference()

/** Every place that can be linked to: pages of the documentation with their headings, answers, calls and errors. */
const places = new Set([
  ...records.flatMap(([page, id]) => [`/${page}`, `/${page}#${id}`]),
  '/faq',
  ...answerIds.map((id) => `/faq#${id}`),
  ...Object.keys(problems).map((code) => `/docs/api#${code}`),
])

describe('the documentation', () => {
  it('has each file at a page of the route table', () => {
    const pages = files.map((name) => name.replace(/\.mdx$/, ''))
    expect(pages.filter((page) => !(docPages as readonly string[]).includes(page))).toEqual([])
  })

  it.each(files)('%s leads to pages and headings that are there', (name) => {
    expectLinks(readFileSync(new URL(name, docsDir), 'utf8'), `/docs/${name.replace(/\.mdx$/, '')}`)
  })

  it.each(files)('%s shows pictures that are there', (name) => {
    const text = readFileSync(new URL(name, docsDir), 'utf8')
    const names = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, picture]) => picture!)
    expect(names.filter((picture) => !existsSync(new URL(picture, docsDir)))).toEqual([])
  })

  it('has under each title the description that search engines and link previews get', async () => {
    const texts = messages as unknown as Record<string, () => string>
    for (const [page, description] of Object.entries(await descriptions('en')))
      expect(texts[`${titleKey(page as PageId)}_description`]!()).toBe(description)
  })

  it('answers lead to pages and headings that are there, each from a place of its own', () => {
    expect(answerIds.length).toBeGreaterThan(20)
    expect(answerIds).toEqual([...new Set(answerIds)])
    for (const text of answers) expectLinks(text, '/faq')
  })

  it('says numbers of the settings, and refuses to be built with one that is not there', () => {
    expect(withFacts('{checkIn.days[6]} for day 7, from {redemption.netUsdCentsMin}', 'en')).toBe(
      '90 for day 7, from $20',
    )
    expect(factAt('exchange.receive.price', 'en')).toBe('1,082')
    expect(() => factAt('checkIn.nothing', 'en')).toThrow('There is no fact {checkIn.nothing}')
    expect(records.filter(([, , heading, text]) => /\{\w+[.[]/.test(heading + text)).map(String)).toEqual([])
  })
})

describe('the reference of the API', () => {
  it('has a place for every error, where the type of a problem leads', () => {
    for (const code of Object.keys(problems)) expect(reference.errors).toContain(`<h3 id="${code}"`)
  })

  it('has every endpoint, and no place twice', () => {
    for (const { operation } of operations())
      expect(reference.endpoints).toContain(`<h4 id="${operation.operationId}"`)
    const ids = [...(reference.endpoints + reference.errors).matchAll(/ id="(.*?)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(new Set(ids).size)
    const targets = [...reference.endpoints.matchAll(/href="#(.*?)"/g)].map(([, id]) => id)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('writes schemas as types, and samples that fit', () => {
    const schema = {
      type: 'object',
      properties: {
        state: { enum: ['open', 'closed'] },
        at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
        names: { type: 'array', items: { type: ['string', 'null'] } },
        crels: { type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      },
      required: ['state', 'crels'],
    }
    expect(typeText(schema)).toBe(
      '{\n  state: "open" | "closed"\n  at?: time | null\n  names?: (string | null)[]\n  crels: integer  // at least 1\n}',
    )
    expect(sampleOf(schema)).toEqual({ state: 'open', crels: 1 })
    expect(limitsText({ minLength: 3, maxLength: 40 })).toBe('3 to 40 characters')
  })
})

function expectLinks(text: string, here: string): void {
  const targets = [...text.matchAll(/\]\(([#/][^)\s]*)\)/g)].map(([, target]) => target!)
  const dead = targets
    .map((target) => (target.startsWith('#') ? here + target : target))
    .filter((target) => !target.startsWith('/api/'))
    .filter((target) => (target.includes('#') ? !places.has(target) : !matchPage(target)))
  expect(dead, here).toEqual([])
}
