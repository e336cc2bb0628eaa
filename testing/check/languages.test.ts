import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { compileText } from '#server/build/compile-texts.ts'
import type { Catalogue, CatalogueText } from '#server/build/catalogues.ts'
import { physicalSides, physicalSidesInCode } from './directions.ts'
import { translationFaults } from './languages.ts'
import { unusedKeys } from './unused-texts.ts'

const counted = (match: Record<string, string>): CatalogueText => [
  {
    declarations: ['input count', 'local countPlural = count: plural'],
    selectors: ['countPlural'],
    match,
  },
]

const english: Catalogue = {
  a_title: 'Wallet',
  a_hello: 'Hello {name}',
  a_count: counted({ 'countPlural=one': '{count} day', 'countPlural=other': '{count} days' }),
  a_brand: 'Crels',
}

const spanish: Catalogue = {
  a_title: 'Cartera',
  a_hello: 'Hola, {name}',
  a_count: counted({ 'countPlural=one': 'un día', 'countPlural=other': '{count} días' }),
  a_brand: 'Crels',
}

test('a whole translation has no fault', () => {
  expect(translationFaults(english, spanish, 'es', ['a_brand'])).toEqual([])
})

test.each<[Partial<Catalogue>, string]>([
  [{ a_title: undefined }, 'es: a_title is missing'],
  [{ a_other: 'Otro' }, 'es: a_other is in no English file'],
  [{ a_hello: 'Hola' }, 'es: a_hello does not say {name}'],
  [{ a_hello: 'Hola {nombre} {name}' }, 'es: a_hello names {nombre}, which it is not given'],
  [{ a_title: 'Wallet' }, 'es: a_title is the English text'],
  [{ a_title: 'Cartera {' }, 'es: a_title a brace that is meant as one is written \\{'],
  [
    { a_count: counted({ 'countPlural=few': '{count} d', 'countPlural=other': '{count} días' }) },
    'es: a_count has a case for “few”, a form that there is not',
  ],
  [
    { a_count: counted({ 'countPlural=one': '{count} día' }) },
    'es: a_count its last case must be for all others',
  ],
])('%o is said', (changes, fault) => {
  const changed = JSON.parse(JSON.stringify({ ...spanish, ...changes })) as Catalogue
  expect(translationFaults(english, changed, 'es', ['a_brand'])).toEqual([fault])
})

test('a text is compiled to what it says', () => {
  const plural = (number: number) => new Intl.PluralRules('es').select(number)
  const said = (text: CatalogueText, inputs: object) =>
    (runInNewContext(compileText(text).code, { plural, String }) as (inputs: object) => string)(inputs)
  const days = english['a_count']!
  expect([1, 2, 0, 1_000_000].map((count) => said(days, { count }))).toEqual([
    '1 day',
    '2 days',
    '0 days',
    '1000000 days',
  ])
  expect(said('`a` \\{b\\} \\\\ ${x} {name}', { name: '$&`' })).toBe(
    '`a` {b} \\ ${x} $&`'.replace('${x}', '$undefined'),
  )
})

test('from right to left what is put into a text goes its own way, and takes nothing beside it along', () => {
  const { code } = compileText('{name}: {code}!', { isolates: true })
  const said = runInNewContext(code, { String }) as (inputs: object) => string
  expect(said({ name: 'A', code: 'X-1' })).toBe('\u2068A\u2069: \u2068X-1\u2069!')
})

test.each([
  ['left: 4px', true],
  ['margin-right: 8px', true],
  ['border-top-left-radius: 8px', true],
  ['text-align: right', true],
  ['transform-origin: left', true],
  ['padding: 0 12px 0 14px !important', true],
  ['inset: auto 24px 24px auto', true],
  ['border-radius: 8px 4px', true],
  ['inset-inline-start: 4px', false],
  ['text-align: start', false],
  ['padding: 26px var(--gutter) calc(var(--bar) + env(safe-area-inset-bottom))', false],
  ['margin: 0 calc(1px + (2px * 3)) 4px calc(1px + (2px * 3))', false],
  ['border-radius: 28px 28px 0 0', false],
])('the style %s is one of a side: %s', (style, isPhysical) => {
  expect(physicalSides(`.a {\n  ${style};\n}`)).toEqual(isPhysical ? [`2: ${style};`] : [])
  expect(physicalSides(`.a {\n  /* physical: a drawing */\n  ${style};\n}`)).toEqual([])
  expect(physicalSides(`[dir='rtl'] .a {\n  ${style};\n}`)).toEqual([])
})

test('a style in code is held to the same', () => {
  expect(
    physicalSidesInCode("a\n<p style={{ marginLeft: 4 }}>\n'text-align:left'\npaddingInlineEnd: 4"),
  ).toEqual(['2: <p style={{ marginLeft: 4 }}>', "3: 'text-align:left'"])
})

test('a text that no code names is said, but for those whose key is put together', () => {
  const code = ["heading(m.wallet_title())\nconst key = 'wallet_named'", '<p>{{layout_hint}}</p>']
  const used = ['wallet_title', 'wallet_named', 'layout_hint', 'problems_conflict', 'pages_faq_description']
  expect(unusedKeys([...used, 'wallet_title_old', 'wallet', 'faq_description'], code)).toEqual([
    'wallet_title_old',
    'wallet',
    'faq_description',
  ])
})
