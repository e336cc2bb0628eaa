import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { m } from '#messages'
import { crelsSlugs, paths, type CrelsSlug } from '#contracts/paths.ts'
import { PageAbove } from '../ui/page.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { WalletPage } from './crels-wallet.tsx'
import { NotFound } from './not-found-later.tsx'

const AboutCrelsPage = lazy(async () => await import('./crels-about.tsx'))
const ExchangePage = lazy(async () => await import('./crels-exchange.tsx'))
const RedemptionsPage = lazy(async () => await import('./crels-redemptions.tsx'))

/** `/crels/{slug}`: wallet, exchange, redemptions, and what a crel is; anything else is a 404. */
export default function CrelsPage() {
  const params = useParams()
  const slug = crelsSlugs.find((known) => known === params.slug)
  if (slug === 'wallet') return <WalletPage />
  if (!slug) return <NotFound />
  return <PageAbove value={paths.crels('wallet')}>{besideTheWallet(slug)}</PageAbove>
}

function besideTheWallet(slug: Exclude<CrelsSlug, 'wallet'>) {
  switch (slug) {
    case 'about':
      return (
        <Suspense fallback={<PageSkeleton title={m.pages_crels_about()} />}>
          <AboutCrelsPage />
        </Suspense>
      )
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
  }
}
