import { expect, it } from 'vitest'
import type { Destination } from '#contracts/redemptions.schemas.ts'
import { chosenOf } from './usable.ts'

const place = (id: string, frozen = false) => ({ id, frozen }) as Destination

it('keeps the destination that was chosen for as long as it can be used', () => {
  const [first, second] = [place('first'), place('second')]
  expect(chosenOf([first, second], second)).toBe(second)
  expect(chosenOf([first, second], null), 'nothing chosen yet').toBe(first)
  expect(chosenOf([first, place('second', true)], second), 'frozen meanwhile').toBe(first)
  expect(chosenOf([first], second), 'removed meanwhile').toBe(first)
  expect(chosenOf([place('first', true)], first)).toBeNull()
})
