import { useParams } from 'react-router'
import { m } from '#messages'
import { crelsSlugs, type CrelsSlug } from '#contracts/paths.ts'
import { Coming } from './coming.tsx'
import { NotFound } from './not-found.tsx'

const titles: Record<CrelsSlug, () => string> = {
  wallet: m.pages_crels_wallet,
  exchange: m.pages_crels_exchange,
  redemptions: m.pages_crels_redemptions,
  about: m.pages_crels_about,
}

const sentences: Record<CrelsSlug, () => string> = {
  wallet: m.coming_soon,
  exchange: m.coming_exchange,
  redemptions: m.coming_redemptions,
  about: m.coming_about_crels,
}

/** `/crels/{slug}`: wallet, exchange, redemptions, and what a crel is. */
export default function CrelsPage() {
  const params = useParams()
  const slug = crelsSlugs.find((known) => known === params.slug)
  if (!slug) return <NotFound />
  return <Coming title={titles[slug]()} sentence={sentences[slug]()} />
}
