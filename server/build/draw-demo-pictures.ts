import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { demoPictures } from '../demo/demo-pictures.ts'

// `npm run build:demo-pictures` writes every server/demo/pictures/….svg as WebP beside it, which is what the demo loads:
// the product itself reads no SVG. Run it after a change of a drawing.
for (const name of readdirSync(demoPictures).filter((file) => file.endsWith('.svg'))) {
  const drawn = sharp(readFileSync(new URL(name, demoPictures)), { density: 96 })
  writeFileSync(
    new URL(name.replace(/svg$/, 'webp'), demoPictures),
    await drawn.webp({ quality: 86 }).toBuffer(),
  )
}
