import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { paths } from '#contracts/paths.ts'
import { launchBrowser, signInTo, viewports } from '#testing/browser.ts'
import { watchNetwork } from '#testing/network.ts'
import { openRunFolder } from '#testing/run-folder.ts'
import { complete } from '../route-looks.fixture.ts'
import { openStage } from './stage.ts'

// npm run docs:pictures: the pictures of the documentation and of the app's installation, of the demo creator's screens
// as they are now.
const documentation = fileURLToPath(new URL('../../content/docs/images/', import.meta.url))
const installation = fileURLToPath(new URL('../../web/public/install/', import.meta.url))
/** As the pages draw them (web/features/docs/doc-components.tsx), at twice the pixels. */
const size = { width: viewports.phone.width, height: 640 }
const bytesMax = 60_000

const removeFolder = openRunFolder()
const browser = await launchBrowser()
const stage = await openStage((line) => process.stdout.write(`${line}\n`))
const pictures: [name: string, path: string, folder?: string, wide?: typeof viewports.desktop][] = [
  ['sign-up', paths.signup],
  ['home', paths.home],
  ['wallet', paths.crels('wallet')],
  ['check-in', paths.dailyCheckIn],
  ['campaign', paths.campaign(stage.campaigns.open)],
  ['links', paths.shortlinks],
  ['my-campaigns', paths.myCampaigns],
  ['cash-out', paths.crels('exchange')],
  // Their sizes are in the manifest (server/platform/http/web-manifest.ts).
  ['home-narrow', paths.home, installation],
  ['wallet-narrow', paths.crels('wallet'), installation],
  ['home-wide', paths.home, installation, viewports.desktop],
]
try {
  for (const [name, path, folder = documentation, wide] of pictures) {
    mkdirSync(folder, { recursive: true })
    const context = await browser.newContext({
      baseURL: stage.origin,
      viewport: wide ?? size,
      deviceScaleFactor: wide ? 1 : 2,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      locale: 'en-GB',
      timezoneId: 'Europe/Lisbon',
    })
    watchNetwork(context)
    if (path !== paths.signup) await signInTo({ context }, stage.origin, { cookie: stage.cookies.typical })
    const page = await context.newPage()
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await complete(page)
    const picture = await small(await page.screenshot())
    writeFileSync(`${folder}${name}.webp`, picture)
    process.stdout.write(`${name}: ${Math.ceil(picture.length / 1000)} KB\n`)
    await context.close()
  }
} finally {
  await browser.close()
  await stage.close()
  removeFolder()
}

/** As good as it may be with that many bytes. */
async function small(png: Buffer): Promise<Buffer> {
  for (const quality of [85, 75, 65, 50]) {
    const picture = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (picture.length <= bytesMax) return picture
  }
  throw new Error(`A picture has more than ${bytesMax} bytes`)
}
