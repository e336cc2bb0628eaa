import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { layoutAt, matchPage } from '#contracts/page-routes.ts'
import { PROFILE_ITEMS } from '#rules/profile-completion.ts'
import { inLanguage } from '#server/platform/language.ts'
import { fixedDocPages, fixedLabels, fixedStrings } from './fixed-strings.fixture.ts'

test.each(fixedStrings)('section $section: “$text” is said to the letter', ({ text, said }) => {
  if (typeof said === 'function') return expect(inLanguage('en', said)).toBe(text)
  const code = readFileSync(new URL(`../${said.file}`, import.meta.url), 'utf8')
  // As a whole string of code, or the name of an entry; a comment that quotes it does not count.
  expect(code.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')).toContain(`'${text}'`)
})

test('the labels of a complete profile are the specification’s, in its order', () => {
  expect(PROFILE_ITEMS.map(({ field, label }) => [field, label])).toEqual(Object.entries(fixedLabels))
})

test.each(fixedDocPages)('%s is a page of the documentation', (path) => {
  expect(matchPage(path)).toBeDefined()
  expect(layoutAt(path)).toBe('doc')
})
