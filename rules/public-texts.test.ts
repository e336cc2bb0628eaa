import { expect, test } from 'vitest'
import { disclosedCaption, namesReward, publicName } from './public-texts.ts'

test.each([
  ['Northwind Coffee', 'Single-farm beans', 'Northwind Coffee: Single-farm beans'],
  ['Northwind Coffee', null, 'Northwind Coffee'],
])('%s with the title %j is called %s', (brand, title, name) => {
  expect(publicName(brand, title)).toBe(name)
})

test.each([
  ['The beans I buy again.', 'The beans I buy again. #ad'],
  ['The beans I buy again. #Ad', 'The beans I buy again. #Ad'],
  ['#ad The beans I buy again.', '#ad The beans I buy again.'],
  ['Anzeige: das beste Brot. #werbung', 'Anzeige: das beste Brot. #werbung'],
  ['Advertisement: the beans I buy again.', 'Advertisement: the beans I buy again.'],
  // Words that only begin like a disclosure are none.
  ['My #adventure with a tent', 'My #adventure with a tent #ad'],
])('%j is posted as %j', (caption, posted) => {
  expect(disclosedCaption(caption)).toBe(posted)
})

test.each([
  ['Earn 84 crels a sale', true],
  ['One crel for each click', true],
  ['Crelsford’s finest bread', false],
  ['Single-farm beans, roasted weekly', false],
])('%j names the reward: %s', (text, names) => {
  expect(namesReward(text)).toBe(names)
})
