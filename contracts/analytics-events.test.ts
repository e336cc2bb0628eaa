import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { analyticsEvents } from './analytics-events.ts'

test('the documents list every event with its properties, and no other', () => {
  const document = readFileSync(new URL('../docs/analytics-events.md', import.meta.url), 'utf8')
  const listed = document.match(/^\| `.+$/gm)
  expect(listed).toEqual(
    Object.entries(analyticsEvents).map(([name, { about, properties }]) => {
      const named = Object.keys(properties).map((property) => `\`${property}\``)
      return ['', `\`${name}\``, about, named.join(', '), ''].join(' | ').replace('  ', ' ').trim()
    }),
  )
})
