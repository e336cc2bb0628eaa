import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { demoPictures } from '../demo/demo-pictures.ts'
import { drawPictures } from '../demo/draw-pictures.ts'

// `npm run build:demo-pictures` writes every server/demo/pictures/….svg as WebP beside it, which is what the demo loads:
// the product itself draws no SVG at a start; so with the logos and pictures of the demo's brands. Run it after a change of a drawing.
for (const name of readdirSync(demoPictures).filter((file) => file.endsWith('.svg'))) {
  const drawn = sharp(readFileSync(new URL(name, demoPictures)), { density: 96 })
  writeFileSync(
    new URL(name.replace(/svg$/, 'webp'), demoPictures),
    await drawn.webp({ quality: 86 }).toBuffer(),
  )
}
await drawPictures()
