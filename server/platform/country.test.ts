import { beforeAll, expect, test } from 'vitest'
import { openCountries, type Countries } from './country.ts'

let countries: Countries
beforeAll(async () => {
  countries = await openCountries()
})

test.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['193.0.6.139', 'NL'],
  ['127.0.0.1', null],
  ['10.1.2.3', null],
  ['::1', null],
  ['fe80::1', null],
  ['', null],
  ['nonsense', null],
])('the country of %s is %s', (address, country) => {
  expect(countries.of(address)).toBe(country)
})
