import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { openTab, type Visit } from '#testing/browser.ts'
import { networkQuiet } from '#testing/network.ts'
import { complete, fromRightToLeft, settle, tooWide } from '../route-looks.fixture.ts'
import { widths, type Look, type Person, type Shot } from './shots.ts'

/** A page shown to one person, and how it is to be looked at. */
export interface Pictures {
  folder: string
  shot: Shot
  person: Person
  looks: readonly Look[]
  /** Does not take again what is there. */
  keepsOld: boolean
}

/** Where a picture is. */
export function pictureFile(folder: string, name: string, person: Person, { width, scheme }: Look): string {
  return path.join(folder, 'pictures', name, `${person}-${width}-${scheme}.png`)
}

/**
 * Takes a page in each look, as tall as it is up to three screens; a sheet as it is on one screen. Answers what a machine
 * can see of its faults: console errors, what reaches past the right edge, texts that are cut off.
 */
export async function takePictures(visited: Visit, pictures: Pictures): Promise<string[]> {
  const { folder, shot, person, keepsOld } = pictures
  const file = (look: Look) => pictureFile(folder, shot.name, person, look)
  const looks = pictures.looks.filter((look) => !keepsOld || !existsSync(file(look)))
  if (looks.length === 0) return []
  mkdirSync(path.dirname(file(looks[0]!)), { recursive: true })
  const { page, consoleErrors } = await openTab(visited, { expectedStatuses: [404] })
  const faults = new Set<string>()
  try {
    await page.setViewportSize(sizeOf(looks[0]!.width))
    await page.goto(shot.path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await complete(page)
    await shot.open?.(page)
    const isSheet = shot.open && !shot.isPage
    if (isSheet) await page.getByRole('dialog').getByRole('heading').first().waitFor()
    await complete(page)
    let width = 0
    for (const look of looks) {
      const isForced = look.scheme === 'forced'
      const scheme = look.scheme === 'dark' ? 'dark' : 'light'
      if (!isSheet && look.width !== width) await stretch(page, look.width, scheme)
      width = look.width
      await settle(page, isSheet ? sizeOf(width) : page.viewportSize()!, scheme)
      if (isForced) await page.emulateMedia({ forcedColors: 'active' })
      const takeOne = async () => {
        await page.screenshot({ path: file(look) })
        for (const fault of await tooWide(page)) faults.add(`at ${width} px: ${fault}`)
        for (const text of await cutTexts(page)) faults.add(`cut at ${width} px: ${text}`)
      }
      await (look.scheme === 'rtl' ? fromRightToLeft(page, takeOne) : takeOne())
      if (isForced) await page.emulateMedia({ forcedColors: 'none' })
    }
    return [...consoleErrors, ...faults]
  } finally {
    await page.close()
  }
}

function sizeOf(width: number): { width: number; height: number } {
  return { width, height: widths[width]! }
}

/** Makes the window as tall as the page at a width: bars at the bottom stay there, and pictures further down load. */
async function stretch(page: Page, atWidth: number, scheme: 'light' | 'dark'): Promise<void> {
  const { width, height } = sizeOf(atWidth)
  await settle(page, { width, height }, scheme)
  const tall = await page.evaluate(() => document.documentElement.scrollHeight)
  await settle(page, { width, height: Math.min(tall, 3 * height) }, scheme)
  await networkQuiet(page)
}

/** Lines that end in an ellipsis, or are cut without one. */
async function cutTexts(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, header *, nav *')]
      .filter((element) => {
        const { overflowX, whiteSpace, width } = getComputedStyle(element)
        const isClipping = overflowX === 'hidden' || overflowX === 'clip'
        return isClipping && whiteSpace === 'nowrap' && element.scrollWidth > Number.parseFloat(width) + 2
      })
      // Texts for screen readers alone are 1 px wide, or clipped to nothing.
      .filter((element) => element.clientWidth > 1 && getComputedStyle(element).clipPath === 'none')
      .map((element) => element.innerText.slice(0, 80)),
  )
}
