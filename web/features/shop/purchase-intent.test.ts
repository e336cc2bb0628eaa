import { expect, test } from 'vitest'
import { endIntent, intentFor, type IntentStorage } from './purchase-intent.ts'

function storage(): IntentStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

let names = 0
const newName = () => `n${(names += 1)}`
const ada = { uid: 'usr_ada', itemId: 'itm_1' }

test('tabs that ask before an intent is over have the same one; members and items have their own', () => {
  const shared = storage()
  const first = intentFor(shared, ada, newName, 1_000)
  expect(intentFor(shared, ada, newName, 2_000)).toBe(first)
  expect(intentFor(shared, { ...ada, uid: 'usr_bea' }, newName, 2_000)).not.toBe(first)
  expect(intentFor(shared, { ...ada, itemId: 'itm_2' }, newName, 2_000)).not.toBe(first)
  expect(intentFor(shared, ada, newName, 1_000 + 15 * 60_000)).not.toBe(first)
})

test('a clock that was set back does not keep an intent for ever', () => {
  const shared = storage()
  const first = intentFor(shared, ada, newName, 1_000_000)
  expect(intentFor(shared, ada, newName, 1_000)).not.toBe(first)
})

test('an answered intent is over, unless another tab has begun the next one', () => {
  const shared = storage()
  const first = intentFor(shared, ada, newName, 1_000)
  endIntent(shared, { ...ada, name: first })
  const second = intentFor(shared, ada, newName, 1_000)
  expect(second).not.toBe(first)
  endIntent(shared, { ...ada, name: first })
  expect(intentFor(shared, ada, newName, 1_000)).toBe(second)
})

test('rubbish, and a browser without storage, begin an intent', () => {
  const shared = storage()
  shared.setItem('crels:buying:usr_ada:itm_1', '{"name":3}')
  expect(intentFor(shared, ada, newName, 1)).toMatch(/^n\d+$/)
  expect(intentFor(undefined, ada, newName, 1)).toMatch(/^n\d+$/)
  endIntent(undefined, { ...ada, name: 'n1' })
})
