import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { compileText } from '#server/build/compile-texts.ts'
import type { Catalogue, CatalogueText } from '#server/build/catalogues.ts'
import { translationFaults } from './languages.ts'

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
