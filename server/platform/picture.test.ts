import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawnImages } from './drawings.ts'
import { pictureOf } from './picture.ts'

const size = { width: 64, height: 64, fit: 'contain' } as const
const picture = async (text: string) => await pictureOf(Buffer.from(text), size)
const svg = (inside: string, more = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${more}>${inside}</svg>`

/** Red, green and blue of the middle. */
async function middleOf(bytes: Uint8Array): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (info.width * Math.floor(info.height / 2) + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)]
}

test('a drawing is kept as it looks, as WebP, sharp however small it says it is', async () => {
  const bytes = await picture(
    svg('<path fill="#ff0000" d="M0 0h10v10H0z"/>', 'width="4" height="4" viewBox="0 0 10 10"'),
  )
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 })
  const [red, green, blue] = await middleOf(bytes)
  expect([red! > 240, green! < 16, blue! < 16]).toEqual([true, true, true])
})

test('a drawing reaches no file, runs no script, and none of its text is kept', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'drawing-'))
  try {
    const secret = path.join(folder, 'secret.png')
    const red = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    writeFileSync(secret, red)
    const bytes = await picture(
      svg(`<script>secretText()</script><path fill="#00ff00" d="M0 0h10v10H0z"/>
        <style>@import url("file://${secret}");</style>
        <image xlink:href="file://${secret}" width="10" height="10"/><image href="${secret}" width="10" height="10"/>
        <use href="file://${secret}#a"/><foreignObject width="10" height="10"><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>`),
    )
    const [r, green] = await middleOf(bytes)
    expect([r! < 16, green! > 240]).toEqual([true, true])
    expect(Buffer.from(bytes).includes('secretText')).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each([
  ['one with entities', `<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`],
  ['one that is cut off', svg('<g>').replace('</svg>', '')],
  ['one that says it is endlessly large', svg('', 'width="900000000" height="900000000"')],
  ['one without an extent', svg('', 'width="0" height="0"')],
  ['a page', '<html><svg xmlns="http://www.w3.org/2000/svg"/></html>'],
  ['text', 'not a picture'],
  ['nothing', ''],
  ['comments without a drawing', '<!---->'.repeat(500)],
])('refuses %s', async (_, text) => {
  await expect(picture(text)).rejects.toMatchObject({ code: expect.stringMatching(/^image_/) })
})

test('refuses a drawing that is too long to be one', async () => {
  await expect(picture(svg(`<desc>${'x'.repeat(1024 * 1024)}</desc>`))).rejects.toMatchObject({
    code: 'image_too_large',
  })
})

test('a drawing that is not done in its time is refused, and its process ended', async () => {
  const drawing = { svg: Buffer.from(svg('<path d="M0 0h9v9z"/>')), width: 64, height: 64 }
  await expect(drawnImages([drawing], 1)).rejects.toMatchObject({ code: 'image_unreadable' })
})

test('a process whose starter was killed does not draw for ever', async () => {
  const script = fileURLToPath(new URL('draw-process.ts', import.meta.url))
  // Its input never ends, as a drawing that takes for ever.
  const child = spawn(process.execPath, [script, '50'], { env: {}, stdio: ['pipe', 'ignore', 'ignore'] })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})
