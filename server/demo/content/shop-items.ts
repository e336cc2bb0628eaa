/** What the demo's shop sells, the cheapest first; `days` are counted from today. */
export interface DemoItem {
  /** The item's file, without its windows. */
  file: Record<string, unknown> & { slug: string }
  /** Codes in its pool. */
  codes?: number
  activeFromDay?: number
  activeUntilDay?: number
}

const dusk = { base: '#4c3fd6', glow: '#f5b0ff' }
const mint = { base: '#0b7255', glow: '#9ff2c8' }
const ember = { base: '#b3341f', glow: '#ffd066' }
const ink = { base: '#14314f', glow: '#7fd3ff' }

export const demoItems: readonly DemoItem[] = [
  {
    file: {
      slug: 'sticker-sheet',
      kind: 'merchandise',
      title: 'Sticker sheet',
      summary: 'Twelve stickers for laptops, cases and camera bags.',
      description: 'Matte vinyl, cut to shape. They come off without a trace.',
      points: 40,
      stock: 240,
      memberLimit: 5,
      colors: dusk,
    },
  },
  {
    file: {
      slug: 'streak-freeze',
      kind: 'streak_freeze',
      title: 'Streak freeze',
      summary: 'Covers one missed day, by itself.',
      description: 'You may hold two. The freeze of each month is used first.',
      points: 60,
      colors: ink,
    },
  },
  {
    file: {
      slug: 'boost-24',
      kind: 'boost',
      title: 'Double points for 24 hours',
      summary: 'Check-ins and shares pay twice, up to 100 points more.',
      description: 'It starts when you buy it. What it adds counts in no ranking.',
      points: 75,
      colors: ember,
    },
  },
  {
    file: {
      slug: 'northwind-coffee-5',
      kind: 'gift_card',
      title: 'Northwind Coffee, $5',
      summary: 'A code for the shop of a roaster in Bergen.',
      description: 'Enter the code at the till. It does not expire.',
      points: 90,
      faceValue: { currency: 'USD', minor: 500 },
      colors: mint,
    },
    codes: 40,
  },
  {
    file: {
      slug: 'marrow-books-10',
      kind: 'gift_card',
      title: 'Marrow Books, $10',
      summary: 'A code for any book, audio book or subscription.',
      points: 180,
      faceValue: { currency: 'USD', minor: 1_000 },
      memberLimit: 3,
      colors: ember,
    },
    codes: 12,
  },
  {
    file: {
      slug: 'ceramic-mug',
      kind: 'merchandise',
      title: 'Ceramic mug',
      summary: 'Holds 350 ml and one good idea.',
      description: 'Thrown in Porto, glazed by hand. No two are quite alike.',
      points: 220,
      stock: 18,
      memberLimit: 2,
      countries: ['AT', 'BE', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'NL', 'NO', 'PT', 'SE', 'US'],
      colors: mint,
    },
  },
  {
    file: {
      slug: 'tidal-audio-15',
      kind: 'gift_card',
      title: 'Tidal Audio, $15',
      summary: 'Sold out for now: new codes come every month.',
      points: 260,
      faceValue: { currency: 'USD', minor: 1_500 },
      colors: ink,
    },
  },
  {
    file: {
      slug: 'summer-tote',
      kind: 'merchandise',
      title: 'Summer tote',
      summary: 'From next week on, while there are any.',
      points: 320,
      stock: 60,
      colors: ember,
    },
    activeFromDay: 7,
  },
  {
    file: {
      slug: 'ring-light',
      kind: 'merchandise',
      title: 'Ring light, 26 cm',
      summary: 'Soft light for a desk, with a stand and a remote.',
      description: 'Runs on USB. Three colours, ten steps.',
      points: 950,
      stock: 3,
      memberLimit: 1,
      colors: dusk,
    },
    activeUntilDay: 20,
  },
  {
    file: {
      slug: 'crels-10',
      kind: 'crels_pack',
      title: '10 crels',
      summary: 'Points into crels, in your wallet at once.',
      crels: 10,
      colors: dusk,
    },
  },
]
