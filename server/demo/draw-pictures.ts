import { readFile, writeFile } from 'node:fs/promises'
import type { App } from '../app.ts'
import { logoSize } from '../modules/brands/public.ts'
import { coverPictureSize } from '../modules/campaigns/public.ts'
import type { Files } from '../platform/files/stored-files.ts'
import { picturesOfDrawings } from '../platform/picture.ts'
import { demoBrands } from './content/brands.ts'
import { writeImages } from './demo-pictures.ts'

/** The stored files of the demo's pictures, by the brand's slug and the campaign's key. */
export interface DemoPictures {
  logos: ReadonlyMap<string, string>
  covers: ReadonlyMap<string, string>
  files: Files
}

/** Where a picture of the demo is, as the WebP image that is loaded. */
const imageFile = (folder: 'brands' | 'campaigns', name: string) =>
  new URL(`./content/images/${folder}/${name}.webp`, import.meta.url)

/** Writes the pictures of the demo to the store; they stay if they are kept within the hour. */
export async function writePictures(app: Pick<App, 'db' | 'files'>): Promise<DemoPictures> {
  const written = async (folder: 'brands' | 'campaigns', names: string[]) =>
    await writeImages(app, folder, new Map(names.map((name) => [name, imageFile(folder, name)])))
  const [logos, covers] = await Promise.all([
    written('brands', slugs),
    written('campaigns', Object.keys(demoCovers)),
  ])
  return { logos, covers, files: app.files }
}

/** Draws the images again, after a change of a drawing: 7 s of a start, if each start did it. */
export async function drawPictures(): Promise<void> {
  const campaigns = Object.keys(demoCovers)
  const logos = await Promise.all(slugs.map((slug) => contentFile(`logos/${slug}.svg`)))
  const covers = await Promise.all(campaigns.map((key, at) => coverDrawing(demoCovers[key]!, at)))
  for (const [at, bytes] of (await picturesOfDrawings(logos, logoSize)).entries())
    await writeFile(imageFile('brands', slugs[at]!), bytes)
  for (const [at, bytes] of (await picturesOfDrawings(covers, coverPictureSize)).entries())
    await writeFile(imageFile('campaigns', campaigns[at]!), bytes)
}

const slugs = demoBrands.map(({ slug }) => slug)

const contentFile = async (path: string) =>
  await readFile(new URL(`./content/${path}`, import.meta.url), 'utf8')

/** A drawing, and its ground: from the colour at the left, which carries white text, to that at the right. */
type Cover = readonly [drawing: string, from: string, to: string]

/** Drawings that are a place: they fill the right side and fade into the ground. */
const scenes = new Set(['quay', 'night-train', 'small-stay', 'hut', 'tent', 'mountains'])

/** What each campaign of the demo shows. */
export const demoCovers: Readonly<Record<string, Cover>> = {
  'northwind-beans': ['coffee-bag', '#3d1f0d', '#c47a3d'],
  'northwind-subscription': ['coffee-cup', '#5b2c14', '#e0a05c'],
  'northwind-taster': ['tins', '#33413a', '#c9b48a'],
  'northwind-office': ['espresso', '#233530', '#79a596'],
  'northwind-brew-kit': ['pour-over', '#4a3524', '#b8c4b0'],
  'northwind-roastery-weekend': ['quay', '#17343f', '#7fb4c4'],
  'trailhead-merino': ['sweater', '#123a2d', '#7fb89a'],
  'trailhead-worn-again': ['jacket', '#3a2f1c', '#d6b678'],
  'trailhead-hut-weeks': ['hut', '#1f3a4d', '#a8c9d8'],
  'trailhead-gear-advice': ['tent', '#10332a', '#ffb27d'],
  'trailhead-packs': ['backpack', '#22402f', '#a9bf8a'],
  'trailhead-maps': ['mountains', '#123a35', '#ffc59a'],
  'lumen-everything': ['table-lamp', '#5c4310', '#e8c877'],
  'lumen-trade': ['pendants', '#3b3324', '#a8905c'],
  'lumen-dusk': ['globe-lamp', '#2a2233', '#8a6a8f'],
  'lumen-scene': ['light-app', '#6b3f0a', '#f0b452'],
  'lumen-halo': ['ring-light', '#2b1d4a', '#b07fd0'],
  'paperbird-sign-up': ['paper-bird', '#a52c12', '#ff9d7a'],
  'paperbird-plus': ['invoice', '#7c2410', '#f2b39f'],
  'paperbird-templates': ['templates', '#8f3a1c', '#ffd08a'],
  'paperbird-timer': ['stopwatch', '#4f1c1c', '#e5735a'],
  'paperbird-year-planner': ['planner', '#6b3a2c', '#e6c0a8'],
  'tidal-headphones': ['headphones', '#111d4d', '#6f8fdc'],
  'tidal-microphones': ['microphone', '#22204f', '#c48fb8'],
  'tidal-listening-test': ['waveform', '#17345c', '#6fb8c9'],
  'tidal-refurbished': ['speaker', '#1c3b3b', '#8cc0a8'],
  'tidal-undertow': ['headset', '#1a1440', '#6a4fd0'],
  'marrow-catalogue': ['book-stack', '#42224f', '#c99ad2'],
  'marrow-book-box': ['book-box', '#5a2447', '#eab0c4'],
  'marrow-aloud': ['open-book', '#2f2657', '#a79ae0'],
  'marrow-tabletop': ['board-game', '#1f3d44', '#9fd0b8'],
  'marrow-cookbook-club': ['cookpot', '#5c2334', '#f0a890'],
  'saltmarsh-skin-plan': ['dropper', '#124454', '#a8d4c4'],
  'saltmarsh-daily-set': ['bottle-set', '#1c4f57', '#f0cfc0'],
  'saltmarsh-refill': ['refill-pouch', '#0f3f52', '#7fc0d0'],
  'saltmarsh-sunday-balm': ['balm-jar', '#5a3440', '#f6c4b4'],
  'meridian-sleeper-pass': ['night-train', '#2b1026', '#a84a5a'],
  'meridian-small-stays': ['small-stay', '#3a4a1f', '#f0c48a'],
  'meridian-route-planner': ['route-map', '#6b2a2a', '#e8b08a'],
  'meridian-carry-linen': ['linen-shirt', '#4a3a4f', '#c9b0a8'],
}

/** What stands behind a drawing; each campaign has the next, so that neighbours are composed differently. */
const backs = [
  '<circle cx="740" cy="216" r="210" fill="#fff" opacity=".13"/>',
  '<path d="M560 0h240L620 432H380z" fill="#fff" opacity=".1"/><path d="M820 0h60L700 432h-60z" fill="#fff" opacity=".1"/>',
  '<path d="M0 330c200-90 420 30 600-40s260-60 360-20v162H0z" fill="#000" opacity=".16"/>',
  '<rect x="560" y="56" width="340" height="376" rx="170" fill="#fff" opacity=".13"/>',
  '<circle cx="900" cy="40" r="150" fill="#fff" opacity=".14"/><circle cx="520" cy="420" r="110" fill="#000" opacity=".1"/>',
]

async function coverDrawing([name, from, to]: Cover, at: number): Promise<string> {
  const drawing = await contentFile(`pictures/${name}.svg`)
  const isScene = scenes.has(name)
  // Products differ in place and size; places reach the edge.
  const size = isScene ? 540 : 330 + (at % 3) * 20
  const x = isScene ? 420 : 590 - (at % 4) * 22
  const y = isScene ? -108 : 416 - size
  const placed = drawing.replace('<svg ', `<svg x="${x}" y="${y}" width="${size}" height="${size}" `)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 432">
<linearGradient id="ground" x2="1" y2=".35"><stop offset=".2" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
<linearGradient id="edge"><stop offset="0"/><stop offset=".35" stop-color="#fff"/></linearGradient>
<mask id="fade"><path d="M420 0h540v432H420z" fill="url(#edge)"/></mask>
<path d="M0 0h960v432H0z" fill="url(#ground)"/>${isScene ? `<g mask="url(#fade)">${placed}</g>` : backs[at % backs.length]! + placed}
</svg>`
}
