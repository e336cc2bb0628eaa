import { expect, test } from 'vitest'
import { shownText } from './shown-text.ts'

test.each([
  ['clm_1  Tea & mugs, 84 € – “fine” 茶', 'clm_1  Tea & mugs, 84 € – “fine” 茶'],
  ['a\u001b[2Kb', String.raw`a\u{1b}[2Kb`],
  ['a\u009b2Kb', String.raw`a\u{9b}2Kb`],
  ['paid\nclm_2  genuine', String.raw`paid\u{a}clm_2  genuine`],
  ['\u202egniht', String.raw`\u{202e}gniht`],
])('%j is shown as %s', (line, shown) => {
  expect(shownText(line)).toBe(shown)
})
