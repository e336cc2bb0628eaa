/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [number, number, number]

const white: Colour = [255, 255, 255]
const emerald: Colour = [8, 92, 70]
const gold: Colour = [251, 185, 46]

/** Points of a pixel that are looked at, each way: edges are as smooth as that. */
const samples = 3

/**
 * The colour of the mark (web/public/favicon.svg, 32 by 32, with white around it) at a pixel of `unit` by `unit`;
 * undefined outside. Where an edge goes through a pixel its colours are mixed.
 */
export function markAt(left: number, top: number, unit: number): Colour | undefined {
  const seen: Colour[] = []
  for (let row = 0; row < samples; row++)
    for (let column = 0; column < samples; column++) {
      const colour = markPoint(left + ((column + 0.5) / samples) * unit, top + ((row + 0.5) / samples) * unit)
      if (colour) seen.push(colour)
    }
  if (seen.length * 2 < samples * samples) return undefined
  const mean = (part: 0 | 1 | 2) =>
    Math.round(seen.reduce((sum, colour) => sum + colour[part], 0) / seen.length)
  return [mean(0), mean(1), mean(2)]
}

function markPoint(x: number, y: number): Colour | undefined {
  if (!isInRounded(x + 3, y + 3, 38, 11)) return undefined
  if (!isInRounded(x, y, 32, 10)) return white
  if (Math.hypot(x - 22.4, y - 16) <= 2.9) return gold
  return distanceToC(x, y) <= 2.1 ? white : emerald
}

/** Whether a point is in a square from 0 to `side` with rounded corners. */
function isInRounded(x: number, y: number, side: number, radius: number): boolean {
  const beyond = (at: number) => Math.max(radius - at, at - (side - radius), 0)
  return Math.hypot(beyond(x), beyond(y)) <= radius
}

/** How far a point is from the arc of the C: around (15.09, 16), radius 8, open to the right between its two ends. */
function distanceToC(x: number, y: number): number {
  const [fromCentreX, fromCentreY] = [x - 15.09, y - 16]
  const isInGap = fromCentreX > 0 && Math.abs(fromCentreY) * 5.51 < fromCentreX * 5.8
  if (!isInGap) return Math.abs(Math.hypot(fromCentreX, fromCentreY) - 8)
  return Math.min(Math.hypot(x - 20.6, y - 10.2), Math.hypot(x - 20.6, y - 21.8))
}
