import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { getOperatedCategory } from '#contracts/operator-categories.endpoints.ts'
import type { OperatedCategory } from '#contracts/operator-categories.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import { Facts } from '#console/ui/facts.tsx'
import layout from '#console/ui/layout.module.css'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { initialAct, turnAct } from './category-acts.tsx'
import { CategorySeen } from './category-seen.tsx'
import { CategoryVersions } from './category-versions.tsx'
import { originWords, useText } from './category-words.ts'

/** One category: what members read in each language, what is in it, and every version of it. */
export default function Category() {
  const { slug } = useParams() as { slug: string }
  const category = useQuery({
    queryKey: ['categories', slug],
    queryFn: async ({ signal }) => await call(getOperatedCategory, { params: { slug }, signal }),
  })
  if (category.isPending) return <LoadingState />
  if (category.isError) return <FailureState error={category.error} onRetry={() => void category.refetch()} />
  return <Shown category={category.data} />
}

function Shown({ category }: { category: OperatedCategory }) {
  const { slug, texts, shown, icon, industries, isRetired, origin, use, initial } = category
  const may = useMay()
  return (
    <>
      <ScreenHead
        title={<bdi>{texts.en.name}</bdi>}
        summary={m.categories_entry_summary({
          state: isRetired ? m.categories_state_retired() : m.categories_state_shown(),
          origin: originWords[origin](),
          slug,
        })}
      >
        {[false, true].map((to) => (
          <ActButton
            key={String(to)}
            act={turnAct(to)}
            row={category}
            idOf={() => slug}
            nameOf={() => texts.en.name}
          />
        ))}
        {initial && (
          <ActButton
            act={initialAct(category)}
            row={{ texts: { en: initial }, icon, industries }}
            idOf={() => slug}
            nameOf={() => texts.en.name}
          />
        )}
        {may('category.edit') && (
          <Button variant="light" component={Link} to={`/${consoleRoutes.categories}/${slug}/edit`}>
            {m.categories_edit()}
          </Button>
        )}
      </ScreenHead>
      <div className={layout.parts}>
        <Card heading={m.categories_seen()}>
          <CategorySeen icon={icon} texts={shown} />
        </Card>
        <Card heading={m.categories_about()}>
          <Facts
            facts={[
              [
                m.categories_campaigns(),
                <Link key="campaigns" to={`/${consoleRoutes.campaigns}?category=${slug}`}>
                  {useText(use)}
                </Link>,
              ],
              [m.categories_industries(), industries.join(', ') || m.categories_industries_none()],
            ]}
          />
        </Card>
        <CategoryVersions category={category} />
      </div>
    </>
  )
}
