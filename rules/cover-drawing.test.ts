import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryGlyph } from './category-glyphs.ts'
import { coverDrawing, coverGround } from './cover-drawing.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('a campaign has one composition for good, and thirty have all six', () => {
  fc.assert(fc.property(fc.string(), (seed) => void expect(coverDrawing(seed)).toBe(coverDrawing(seed))))
  const found = Array.from({ length: 30 }, (_, at) => coverDrawing(`cmp_${at}`))
  expect(new Set(found).size).toBe(6)
  for (const { shapes } of found)
    for (const { d, rx } of shapes) expect((d === undefined) !== (rx === undefined)).toBe(true)
})

test('the ground is the brand’s colour, darker at the left for white text, with its light at the right', () => {
  expect(coverGround({ base: '#0b7255', glow: '#ffd066' })).toEqual({ from: '#08523d', to: '#418759' })
  fc.assert(
    fc.property(hex, hex, (base, glow) => {
      const { from, to } = coverGround({ base, glow })
      expect(from).toMatch(/^#[0-9a-f]{6}$/)
      expect(to).toMatch(/^#[0-9a-f]{6}$/)
    }),
  )
})

test('every glyph of a category is the one that the screens show', () => {
  const css = readFileSync(
    new URL('../web/features/campaigns/category-glyph.module.css', import.meta.url),
    'utf8',
  )
  const masks = [...css.matchAll(/\.glyph(?:\[data-icon='(\w+)'\])? \{\s*--drawing: url\("([^"]+)"\)/g)]
  expect(masks.length).toBeGreaterThan(10)
  for (const [, icon = '', mask] of masks) expect(mask, icon).toContain(`d='${categoryGlyph(icon)}'`)
})
