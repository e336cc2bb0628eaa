import { expect, test } from 'vitest'
import { NAMED_LINKS_MAX, namedLinks } from './named-links.ts'

const link = `lnk_${'0'.repeat(32)}`

test.each([
  ['https://crels.example/s/northwind-maya is a scam.', ['northwind-maya'], []],
  ['see /s/ABC-1?utm=x, and /s/abc-1/ again', ['abc-1'], []],
  [`the link ${link}.`, [], [link]],
  ['crels.example/s/ab is too short, /s/ is none, and so is northwind', [], []],
  [`/s/${'a'.repeat(41)}`, [], []],
])('reads the links in %j', (text, codes, ids) => {
  expect(namedLinks([text], [])).toEqual({ codes, ids })
})

test('a reference may be a code alone, and no more than a few are looked up', () => {
  expect(namedLinks([], ['Northwind', 'two words', link])).toEqual({ codes: ['northwind'], ids: [link] })
  const many = Array.from({ length: 30 }, (_, index) => `/s/code-${index}`).join(' ')
  expect(namedLinks([many], []).codes).toHaveLength(NAMED_LINKS_MAX)
})
