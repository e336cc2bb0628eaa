import { expect, test } from 'vitest'
import { hasWords, matching } from './matching.ts'

const labels = (typed: string, ...of: string[]) =>
  matching(
    of.map((label) => ({ label })),
    typed,
  ).map(({ label }) => label)

test('finds parts of names, beginnings first, whatever the case and accents', () => {
  expect(labels('ni', 'Bosnia', 'Nigeria', 'Puerto Nico', 'Chile')).toEqual([
    'Nigeria',
    'Puerto Nico',
    'Bosnia',
  ])
  expect(labels('sao tome', 'São Tomé & Príncipe')).toHaveLength(1)
  expect(labels('New York', 'America/New York', 'Europe/York')).toEqual(['America/New York'])
  expect(labels('cote d’iv', 'Côte d’Ivoire')).toHaveLength(1)
  expect(labels('  ', 'Chile', 'Peru')).toEqual(['Chile', 'Peru'])
  expect(labels('zz', 'Chile')).toEqual([])
})

test('finds a text in which every typed word begins a word', () => {
  expect(hasWords('Émile’s guide, step by step', 'emile st')).toBe(true)
  expect(hasWords('Émile’s guide, step by step', 'guide tep')).toBe(false)
  expect(hasWords('America/New_York', 'new-york')).toBe(true)
  expect(hasWords('', 'a')).toBe(false)
  expect(hasWords('', ' ')).toBe(true)
})
