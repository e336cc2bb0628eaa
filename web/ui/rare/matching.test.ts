import { expect, test } from 'vitest'
import { matching } from './matching.ts'

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
