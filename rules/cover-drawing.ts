/** What a cover is drawn from: two colours as `#rrggbb`, and a text that makes its light and arc its own. */
export interface Cover {
  base: string
  glow: string
  seed: string
}

type Colour = [red: number, green: number, blue: number]

/**
 * A campaign's cover as a picture: the brand's colour, one soft light, an arc of the coin, as the screens draw it
 * (web/ui/cover-art.tsx). Answers `width × height` pixels of three bytes, row by row.
 */
export function coverPixels({ base, glow, seed }: Cover, width: number, height: number): Uint8Array {
  const [ground, light] = [colourOf(base), colourOf(glow)]
  const { lightX, lightY, arcX, arcY } = placesOf(seed)
  const [bright, dark] = [mixed(ground, [255, 255, 255], 0.05), mixed(ground, [0, 0, 0], 0.2)]
  const [reach, radius] = [height * 0.95, height * 0.5]
  const pixels = new Uint8Array(width * height * 3)
  let at = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let colour = mixed(bright, dark, x / width / 2 + y / height / 2)
      const toLight = Math.hypot(x - lightX * width, y - lightY * height) / reach
      if (toLight < 1) colour = mixed(colour, light, 1 - toLight)
      const toArc = Math.hypot(x - arcX * width, y - arcY * height)
      const isGap = x - arcX * width > Math.abs(y - arcY * height)
      if (!isGap && Math.abs(toArc - radius) < radius * 0.16) colour = mixed(colour, [255, 255, 255], 0.08)
      pixels[at++] = colour[0]
      pixels[at++] = colour[1]
      pixels[at++] = colour[2]
    }
  return pixels
}

/** Where light and arc stand, as shares of width and height. */
function placesOf(seed: string): { lightX: number; lightY: number; arcX: number; arcY: number } {
  // FNV-1a, spread over 31 bits.
  let hash = 0x811c9dc5
  for (const letter of seed) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  const number = hash >>> 1
  return {
    lightX: 0.7 + (number % 25) / 100,
    lightY: 0.06 + ((number >> 5) % 26) / 100,
    arcX: 0.2 + ((number >> 9) % 34) / 100,
    arcY: 0.3 + ((number >> 13) % 60) / 100,
  }
}

function colourOf(hex: string): Colour {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  return [
    one[0] + (other[0] - one[0]) * share,
    one[1] + (other[1] - one[1]) * share,
    one[2] + (other[2] - one[2]) * share,
  ]
}
