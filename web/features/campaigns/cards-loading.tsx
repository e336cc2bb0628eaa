import { CardGrid } from '#web/ui/page.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'

/** Six cards' worth of skeleton. */
export function CardsLoading({ cards = 6 }: { cards?: number }) {
  return (
    <Loading>
      <CardGrid few={cards === 3}>
        {Array.from({ length: cards }, (_, card) => (
          <CardSkeleton key={card} art />
        ))}
      </CardGrid>
    </Loading>
  )
}
