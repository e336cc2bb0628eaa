import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { defaultLanguage, languageTags, languages, type Language } from '#contracts/languages.ts'
import { paths } from '#contracts/paths.ts'
import { inLanguage } from '#server/platform/language.ts'
import { launchBrowser, signInTo, viewports } from '#testing/browser.ts'
import { watchNetwork } from '#testing/network.ts'
import { openRunFolder } from '#testing/run-folder.ts'
import { complete } from '../route-looks.fixture.ts'
import { openStage } from './stage.ts'

// npm run docs:pictures: the pictures of the documentation and of the app's installation, of the demo creator's screens
// as they are now.
const content = fileURLToPath(new URL('../../content/', import.meta.url))
const installation = fileURLToPath(new URL('../../web/public/install/', import.meta.url))
/** As the pages draw them (web/features/docs/doc-components.tsx), at twice the pixels. */
const size = { width: viewports.phone.width, height: 640 }
const bytesMax = 60_000

const removeFolder = openRunFolder()
const browser = await launchBrowser()
const stage = await openStage((line) => process.stdout.write(`${line}\n`))
/** Those of the documentation, in every language. */
const documented: [name: string, path: string][] = [
  ['sign-up', paths.signup],
  ['home', paths.home],
  ['wallet', paths.crels('wallet')],
  ['check-in', paths.dailyCheckIn],
  ['campaign', paths.campaign(stage.campaigns.open)],
  ['links', paths.shortlinks],
  ['my-campaigns', paths.myCampaigns],
  ['cash-out', paths.crels('exchange')],
]
/** Those of the installation, in English. */
const installed: [name: string, path: string, wide?: typeof viewports.desktop][] = [
  // Their sizes are in the manifest (server/platform/http/web-manifest.ts).
  ['home-narrow', paths.home],
  ['wallet-narrow', paths.crels('wallet')],
  ['home-wide', paths.home, viewports.desktop],
]
try {
  for (const language of languages) {
    await stage.speak(language)
    const folder = `${content}${language === defaultLanguage ? '' : `${language}/`}docs/images/`
    await inLanguage(language, async () => {
      for (const [name, path] of documented) await take(path, { to: `${folder}${name}.webp`, language })
    })
  }
  await stage.speak(defaultLanguage)
  for (const [name, path, wide] of installed)
    await take(path, { to: `${installation}${name}.webp`, language: defaultLanguage, wide })
} finally {
  await browser.close()
  await stage.close()
  removeFolder()
}

async function take(
  path: string,
  { to, language, wide }: { to: string; language: Language; wide?: typeof viewports.desktop | undefined },
): Promise<void> {
  mkdirSync(dirname(to), { recursive: true })
  const context = await browser.newContext({
    baseURL: stage.origin,
    viewport: wide ?? size,
    deviceScaleFactor: wide ? 1 : 2,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: languageTags[language],
    timezoneId: 'Europe/Lisbon',
  })
  watchNetwork(context)
  if (path !== paths.signup) await signInTo({ context }, stage.origin, { cookie: stage.cookies.typical })
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await complete(page)
  await page.evaluate(nameSite, { from: new URL(stage.origin).host, to: 'crels.example' })
  const picture = await small(await page.screenshot())
  writeFileSync(to, picture)
  process.stdout.write(`${relative(content, to)}: ${Math.ceil(picture.length / 1000)} KB\n`)
  await context.close()
}

/** Names the site in a page as readers' own is named, instead of by the port that it had here. Runs in the page. */
function nameSite({ from, to }: { from: string; to: string }): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (text.data.includes(from)) text.data = text.data.replaceAll(from, to)
  }
  for (const field of document.querySelectorAll('input')) field.value = field.value.replaceAll(from, to)
}

/** As good as it may be with that many bytes. */
async function small(png: Buffer): Promise<Buffer> {
  for (const quality of [85, 75, 65, 50]) {
    const picture = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (picture.length <= bytesMax) return picture
  }
  throw new Error(`A picture has more than ${bytesMax} bytes`)
}
