import { expect, test } from 'vitest'
import { NetworkFailure } from '../platform/api-problem.ts'
import { ProofDeclined } from '../platform/proof.ts'
import { sentenceOf } from './failure.ts'

test('of an act without an answer nothing is claimed, and of a list that could not be read nothing is to look for', () => {
  const cut = new Error('cut')
  expect(sentenceOf(new NetworkFailure(cut, true)).sentence).toBe('No answer came. Look whether it was done.')
  expect(sentenceOf(new NetworkFailure(cut)).sentence).toBe('The server could not be reached.')
})

test('of an act whose proof was declined it says that nothing was done, and why', () => {
  expect(sentenceOf(new ProofDeclined()).sentence).toBe(
    'Nothing was done: it was not confirmed that it is you.',
  )
})
