import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryGlyph } from './category-glyphs.ts'
import { coverDrawing, coverGround } from './cover-drawing.ts'
import { seedOf } from './seed.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('a campaign has one composition for good, and thirty have all six', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      expect(coverDrawing(seed)).toBe(coverDrawing(seed))
    }),
  )
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

test('every round and every ground is the one that the screens show', () => {
  const css = readFileSync(new URL('../web/ui/rare/cover-art.module.css', import.meta.url), 'utf8')
  const round = /circle at (\S+) ([^,]+),\s+var\(--soft-(\w+)\) 0 (\d+)px/g
  const parts = css.split('.composition[data-way=').slice(1)
  const seeds = Array.from({ length: 60 }, (_, at) => `cmp_${at}`)
  let compared = 0
  for (const [way, part] of parts.entries()) {
    const { shapes } = coverDrawing(seeds.find((seed) => seedOf(seed) % 6 === way)!)
    for (const [, x, y, , radius] of part.matchAll(round)) {
      const place = [x!.replace('var(--x)', '80%'), y!.replace('var(--y)', '46%')]
      expect(shapes.map((shape) => [shape.x, shape.y, shape.rx])).toContainEqual([...place, Number(radius)])
      compared++
    }
  }
  expect(compared).toBe(7)
  expect(css).toContain('black 28%')
  expect(css).toContain('var(--glow) 22%')
})
