import { useParams } from 'react-router'
import { m } from '#messages'
import { crelsSlugs } from '#contracts/paths.ts'
import { Coming } from './coming.tsx'
import { AboutCrelsPage } from './crels-about.tsx'
import { WalletPage } from './crels-wallet.tsx'
import { NotFound } from './not-found.tsx'

/** `/crels/{slug}`: wallet, exchange, redemptions, and what a crel is; anything else is a 404. */
export default function CrelsPage() {
  const params = useParams()
  switch (crelsSlugs.find((known) => known === params.slug)) {
    case 'wallet':
      return <WalletPage />
    case 'about':
      return <AboutCrelsPage />
    case 'exchange':
      return <Coming title={m.pages_crels_exchange()} sentence={m.coming_exchange()} />
    case 'redemptions':
      return <Coming title={m.pages_crels_redemptions()} sentence={m.coming_redemptions()} />
    case undefined:
      return <NotFound />
  }
}
