import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import {
  getOperatedCategory,
  orderCategories,
  setCategory,
  turnCategory,
} from '#contracts/operator-categories.endpoints.ts'
import type {
  CategoryTexts,
  CategoryVersion,
  ListedCategory,
  OperatedCategories,
  OperatedCategory,
} from '#contracts/operator-categories.schemas.ts'
import type { Industry } from '#contracts/taxonomies.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { saySame } from './category-draft.ts'
import { CategorySeen } from './category-seen.tsx'
import { useText } from './category-words.ts'

const permission = 'category.edit' as const
const reason = { label: m.common_reason(), isRequired: true }

/** Retires a category, or takes it back as it was; either can be undone. */
export function turnAct(isRetired: boolean): RowAct<OperatedCategory> {
  const turn = async (slug: string, to: boolean, seen: number, why: string) =>
    await call(turnCategory, { params: { slug }, body: { isRetired: to, reason: why, seen } })
  return {
    id: isRetired ? 'retire' : 'return',
    label: isRetired ? m.categories_retire() : m.categories_return(),
    look: isRetired ? 'danger' : 'primary',
    permission,
    applies: (category) => category.isRetired !== isRetired,
    reason,
    preview: ([category]) =>
      isRetired ? <RetirePreview category={category!} /> : <p>{m.categories_return_preview()}</p>,
    allows: ([category]) => !isRetired || category!.use.open === 0,
    run: async ([category], why) => {
      const { slug } = category!
      const { revision } = await turn(slug, isRetired, category!.revision, why)
      return oneDone(slug, async () => await turn(slug, !isRetired, revision, m.common_undone()))
    },
    said: m.categories_turned,
  }
}

/** What is in it now, and what to do first where that keeps it. */
function RetirePreview({ category: { slug, use: known } }: { category: OperatedCategory }) {
  const now = useQuery({
    queryKey: ['categories', slug],
    queryFn: async ({ signal }) => await call(getOperatedCategory, { params: { slug }, signal }),
  })
  const use = now.data?.use ?? known
  return (
    <>
      <p>{useText(use)}</p>
      {now.isPending && <LoadingState />}
      {now.isError && <FailureState error={now.error} onRetry={() => void now.refetch()} />}
      {use.open === 0 ? (
        <p>{m.categories_retire_preview()}</p>
      ) : (
        <p role="alert">
          {m.categories_retire_refused()}{' '}
          <Link to={`/${consoleRoutes.campaigns}?category=${slug}`}>{m.categories_to_campaigns()}</Link>
        </p>
      )}
    </>
  )
}

type Taken = Pick<CategoryVersion, 'icon' | 'texts' | 'industries'>

/** Takes an earlier version again, and by undoing it the one that was in force. */
export function restoreAct(category: OperatedCategory): RowAct<Taken> {
  return { ...takeAct(category), id: 'restore', label: m.categories_restore() }
}

/** Takes the texts that come with Crels again, in each language. */
export function initialAct(category: OperatedCategory): RowAct<Taken> {
  return { ...takeAct(category), id: 'initial', label: m.categories_initial() }
}

function takeAct({ slug, texts, icon, industries, revision }: OperatedCategory) {
  const take = async (
    taken: { texts: CategoryTexts; icon: string; industries: Industry[] },
    seen: number,
    why: string,
  ) => {
    const body = { texts: taken.texts, icon: taken.icon, industries: taken.industries, reason: why, seen }
    return await call(setCategory, { params: { slug }, body })
  }
  return {
    look: 'quiet' as const,
    permission,
    reason,
    applies: (taken: Taken) => !saySame(taken, { texts, icon, industries }),
    preview: ([taken]: readonly Taken[]) => (
      <>
        <p>{m.categories_restore_preview()}</p>
        <CategorySeen icon={taken!.icon} texts={taken!.texts} />
      </>
    ),
    run: async ([taken]: readonly Taken[], why: string) => {
      const { revision: after } = await take(taken!, revision, why)
      return oneDone(slug, async () => await take({ texts, icon, industries }, after, m.common_undone()))
    },
    said: m.categories_restored,
  }
}

/** Puts the categories into another order, of the one that was seen. */
export function orderAct(
  items: readonly ListedCategory[],
  slugs: readonly string[],
): RowAct<OperatedCategories> {
  const before = items.map(({ slug }) => slug)
  const put = async (
    next: readonly string[],
    seen: readonly string[],
    how: { reason: string; isUndo?: true },
  ) => await call(orderCategories, { body: { slugs: [...next], seen: [...seen], ...how } })
  const names = slugs
    .flatMap((slug) => items.filter((item) => item.slug === slug))
    .map(({ texts }) => texts.en.name)
  return {
    id: 'order',
    label: m.categories_order_save(),
    permission,
    applies: () => before.join() !== slugs.join(),
    reason,
    preview: () => <p>{m.categories_order_preview({ names: names.join(', ') })}</p>,
    run: async (_, why) => {
      await put(slugs, before, { reason: why })
      return oneDone(
        'categories',
        async () => await put(before, slugs, { reason: m.common_undone(), isUndo: true }),
      )
    },
    said: m.categories_order_said,
  }
}
