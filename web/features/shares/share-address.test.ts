import { expect, test } from 'vitest'
import { shareNetworks } from '#contracts/shares.constants.ts'
import { shareAddress } from './share-address.ts'

test.each(shareNetworks)('%s gets the link whole, with any caption', (network) => {
  const url = 'https://crels.example/s/abc2def'
  const address = new URL(shareAddress(network, url, 'Löwe & co? #ad 100% "x" + y '))
  expect(address.protocol).toBe('https:')
  expect(address.hash).toBe('')
  const values = [...address.searchParams.values()]
  expect(values.some((value) => value.includes(url))).toBe(true)
  expect(
    values.filter((value) => value.includes('Löwe')).every((value) => value.includes('100% "x" + y')),
  ).toBe(true)
})

test('a space is %20', () => {
  expect(shareAddress('x', 'https://a.example', 'one two')).toBe(
    'https://x.com/intent/post?text=one%20two&url=https%3A%2F%2Fa.example',
  )
})
