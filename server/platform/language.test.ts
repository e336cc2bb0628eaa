import { expect, test } from 'vitest'
import { m } from '#messages'
import { inLanguage, languageAccepted, languageInUse, languageOf } from './language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['es', 'es'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, es-MX;q=0.9', 'es'],
  ['fr-FR, fr;q=0.9, de;q=0.3', 'de'],
  ['es;q=0, en', 'en'],
  ['ES', 'es'],
  ['es;q=x', 'en'],
  [',;,q=1;;', 'en'],
  ['constructor, toString', 'en'],
])('of %o is spoken %s', (header, language) => {
  expect(languageAccepted(header)).toBe(language)
})

test('the switch wins over the browser, and what is no language of ours is not believed', () => {
  const headers = { 'accept-language': 'de' }
  expect(languageOf({ cookies: { crels_language: 'es' }, headers })).toBe('es')
  expect(languageOf({ cookies: { crels_language: 'xx' }, headers })).toBe('de')
})

test('work has its own language, also after it waited', async () => {
  const later = async () => {
    await Promise.resolve()
    return languageInUse()
  }
  expect(await Promise.all([inLanguage('es', later), inLanguage('de', later), later()])).toEqual([
    'es',
    'de',
    'en',
  ])
  expect(inLanguage('de', () => m.common_app_name())).toBe(m.common_app_name())
})
