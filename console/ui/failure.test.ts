import { expect, test } from 'vitest'
import { NetworkFailure } from '../platform/api-problem.ts'
import { sentenceOf } from './failure.ts'

test('of an act without an answer nothing is claimed, and of a list that could not be read nothing is to look for', () => {
  const cut = new Error('cut')
  expect(sentenceOf(new NetworkFailure(cut, true)).sentence).toBe('No answer came. Look whether it was done.')
  expect(sentenceOf(new NetworkFailure(cut)).sentence).toBe('The server could not be reached.')
})
