import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Where an element is on screen, in CSS pixels of its page. */
export type Box = { x: number; y: number; width: number; height: number }

/**
 * Where the element of a locator is, once it is drawn. A screen may draw an element anew between the moment it is found
 * and the moment it is measured; it has no box for that moment.
 *
 * @throws Error when it has no box for 20 seconds.
 */
export async function boxOf(locator: Locator): Promise<Box> {
  let box: Box | null = null
  await expect
    .poll(async () => (box = await locator.boundingBox()), { message: String(locator) })
    .not.toBeNull()
  return box!
}

/** Whether two boxes have a point in common. */
export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
