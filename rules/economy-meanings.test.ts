import { expect, test } from 'vitest'
import { settingMeaning } from './economy-meanings.ts'
import { defaultEconomy, economyRows } from './economy.ts'

test('every setting has a sentence of its own', () => {
  const sentences = economyRows(defaultEconomy).map(({ path }) => settingMeaning(path))
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*[.]$/)
  expect(new Set(sentences).size).toBe(sentences.length)
  expect(() => settingMeaning('checkIn.nothing')).toThrow(RangeError)
  expect(() => settingMeaning('nothing.nothing')).toThrow(RangeError)
})
