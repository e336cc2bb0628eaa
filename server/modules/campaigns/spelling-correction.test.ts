import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nearestWord } from '#rules/nearest-word.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { correctQuery } from './spelling-correction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => await database.drop())

// Few letters, so that words are near each other; among them a and ß, which share a bit.
const letter = fc.constantFrom(...'abcdefghij', 'ü', 'ж', 'ß')
const word = fc.array(letter, { minLength: 3, maxLength: 9 }).map((letters) => letters.join(''))
const slip = fc.record({ at: fc.nat(8), letter, kind: fc.constantFrom('wrong', 'missing', 'added') })

/** Known words, and a misspelling of one of them. */
const searched = fc
  .uniqueArray(word, { minLength: 1, maxLength: 40 })
  .chain((words) =>
    fc.tuple(fc.constant(words), fc.constantFrom(...words), fc.array(slip, { minLength: 1, maxLength: 2 })),
  )
  .map(([words, meant, slips]) => ({ words, typed: slips.reduce(slipped, meant) }))

function slipped(text: string, { at, letter, kind }: { at: number; letter: string; kind: string }): string {
  return text.slice(0, at) + (kind === 'missing' ? '' : letter) + text.slice(kind === 'added' ? at : at + 1)
}

const undone = new Error('nothing of a run is kept')

test('the database’s candidates for all words include the intended one', async () => {
  let corrected = 0
  const hold = fc.asyncProperty(searched, async ({ words, typed }) => {
    const asked = database.db.transaction().execute(async (tx) => {
      await sql`insert into campaign_word (word) select unnest(${words}::text[])`.execute(tx)
      const meant = words.some((known) => known.includes(typed)) ? undefined : nearestWord(typed, words)
      expect(await correctQuery(tx, typed)).toBe(meant)
      if (meant) corrected += 1
      throw undone
    })
    await asked.catch((error: unknown) => {
      if (error !== undone) throw error
    })
  })
  await fc.assert(hold, { numRuns: 200 })
  expect(corrected).toBeGreaterThan(20)
})
