import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { campaignPicture } from '#server/modules/campaigns/campaign-picture.ts'
import { drawableLetter, drawableText } from './drawable-text.ts'
import { memberCard } from './member-card.ts'
import { openSharePictures } from './share-pictures.ts'

const pictures = openSharePictures({
  // A store that is away: every logo and photo is missing.
  files: { read: async () => await Promise.reject(new Error('away')) },
  log: pino({ level: 'silent' }),
})
afterAll(() => pictures.close())

const size = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test.each([
  ['Northwind Coffee', 'Northwind Coffee'],
  ['  Maya \n\t R. ', 'Maya R.'],
  ['Zoë Łukasiewicz Ğüney', 'Zoë Łukasiewicz Ğüney'],
  // Made one with its mark where there is such a letter; a heap of marks is none.
  ['Zoe\u0308', 'Zoë'],
  ['Z\u0335\u0321\u0322\u0353a\u0338lgo', 'Zalgo'],
  ['Maya 🌸✨', 'Maya'],
  ['👩‍👩‍👧 Family', 'Family'],
  ['𝓜𝓪𝔂𝓪 Ｒｅｙｅｓ', 'Maya Reyes'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a\u202eb\u0007c\u200bd', 'abcd'],
  // A name without some of its letters is another name.
  ['שלום', null],
  ['مرحبا Maya', null],
  ['日本語', null],
  ['Дарья', null],
  ['🌸', null],
  ['\u0000\u202e', null],
  ['', null],
])('of %j is drawn %j', (text, drawn) => {
  expect(drawableText(text)).toBe(drawn)
})

test('a text ends somewhere, and a letter stands for a name', () => {
  expect(drawableText('x'.repeat(100_000))).toHaveLength(240)
  expect(['maya', '🦊 fox', '日本', '«Élan»', '—', ''].map(drawableLetter)).toEqual([
    'M',
    'F',
    null,
    'É',
    null,
    null,
  ])
})

const campaign = {
  id: `cmp_${'0'.repeat(32)}`,
  publicTitle: null,
  publicDescription: null,
  coverUrl: null,
  categoryIcon: 'IconCoffee',
  brandId: 'brd_1',
  brandSlug: 'a',
  brandName: 'Northwind',
  brandTagline: '',
  colorBase: '#8a4f1d',
  colorGlow: '#f6c27a',
  logoKey: null,
}

test('whatever brands and members are called, there is a picture; the same one is drawn once', async () => {
  const texts = [
    'شركة',
    '🦊',
    'W'.repeat(60),
    '<script>&amp;"\'',
    'a\u202eb',
    '\u0000',
    'Ünïcödé '.repeat(30),
  ]
  for (const text of texts) {
    const picture = campaignPicture({
      ...campaign,
      brandName: text,
      brandTagline: text,
      publicTitle: text,
      logoKey: 'brands/gone.webp',
      coverUrl: '/files/campaigns/gone.webp',
    })
    expect(size(await pictures.draw(picture)), text).toEqual([1200, 630])
    const card = memberCard({
      member: { displayName: text, photoURL: 'https://elsewhere.example/photo.png' },
      publicOrigin: 'http://localhost:3000',
      ground: { backgroundColor: '#fff' },
      color: '#000',
      content: [],
    })
    expect(size(await pictures.draw(card)), text).toEqual([1080, 1350])
  }
  const picture = campaignPicture(campaign)
  const [one, other] = await Promise.all([pictures.draw(picture), pictures.draw(picture)])
  expect(one).toBe(other)
})

test('a picture that cannot be drawn is unavailable, and the next one is drawn', async () => {
  const broken = {
    width: 100,
    height: 100,
    root: { type: 'div', props: { style: { display: 'nonsense' } } } as const,
  }
  await expect(pictures.draw(broken)).rejects.toMatchObject({ code: 'unavailable' })
  expect(size(await pictures.draw(campaignPicture({ ...campaign, brandName: 'Next' })))).toEqual([1200, 630])
})
