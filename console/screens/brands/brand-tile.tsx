import { Tile } from '#console/ui/tile.tsx'

/** A brand's logo, or its letter in its colours. */
export function BrandTile({
  brand: { name, logoURL, colors },
  isLarge = false,
}: {
  brand: { name: string; logoURL: string | null; colors: { base: string } }
  isLarge?: boolean
}) {
  return (
    <Tile
      name={name}
      url={logoURL}
      ground={logoURL === null ? colors.base : undefined}
      size={isLarge ? 'square' : undefined}
    />
  )
}
