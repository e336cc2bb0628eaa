import { expect, test } from 'vitest'
import { blankDraft, completeAddress, fieldsOf, taggedAddress } from './link-draft.ts'

test.each([
  ['shop.example/mug', 'https://shop.example/mug'],
  [' shop.example ', 'https://shop.example'],
  ['shop.example:8443/a', 'https://shop.example:8443/a'],
  ['http://shop.example', 'http://shop.example'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['mailto:me@shop.example', 'mailto:me@shop.example'],
  ['me@shop.example', 'me@shop.example'],
  ['shop', 'shop'],
  ['', ''],
])('completes %j to %j', (typed, address) => {
  expect(completeAddress(typed)).toBe(address)
})

test('shows where a link will lead, once there is an address', () => {
  const draft = { ...blankDraft, destinationUrl: 'shop.example/a?b=c', 'utm.source': ' news ' }
  expect(taggedAddress(draft)).toBe('https://shop.example/a?b=c&utm_source=news')
  expect(taggedAddress({ ...draft, destinationUrl: 'shop' })).toBeNull()
})

test('sends what is empty as null', () => {
  expect(fieldsOf({ ...blankDraft, destinationUrl: 'shop.example', 'utm.medium': 'x' })).toEqual({
    destinationUrl: 'https://shop.example',
    title: null,
    utm: { medium: 'x' },
    defaultSub: null,
    expiresAt: null,
    fallbackUrl: null,
  })
})
