import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { m } from '#messages'
import { crelsSlugs } from '#contracts/paths.ts'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { AboutCrelsPage } from './crels-about.tsx'
import { WalletPage } from './crels-wallet.tsx'
import { NotFound } from './not-found-later.tsx'

const ExchangePage = lazy(async () => await import('./crels-exchange.tsx'))
const RedemptionsPage = lazy(async () => await import('./crels-redemptions.tsx'))

/** `/crels/{slug}`: wallet, exchange, redemptions, and what a crel is; anything else is a 404. */
export default function CrelsPage() {
  const params = useParams()
  switch (crelsSlugs.find((known) => known === params.slug)) {
    case 'wallet':
      return <WalletPage />
    case 'about':
      return <AboutCrelsPage />
    case 'exchange':
      return (
        <Suspense fallback={<PageSkeleton title={m.pages_crels_exchange()} />}>
          <ExchangePage />
        </Suspense>
      )
    case 'redemptions':
      return (
        <Suspense fallback={<PageSkeleton title={m.pages_crels_redemptions()} />}>
          <RedemptionsPage />
        </Suspense>
      )
    case undefined:
      return <NotFound />
  }
}
