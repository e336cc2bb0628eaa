import { Link } from 'react-router'
import { m } from '#messages'
import type { CategoryList } from '#contracts/campaigns.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { CardGrid } from '#web/ui/page.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { useCategories } from './shared/queries.ts'
import classes from './category-grid.module.css'

/** Every category with its icon, what it is about, and how many campaigns are open in it. */
export function CategoryGrid() {
  const categories = useCategories()
  return (
    <Loaded
      query={categories}
      waiting={
        <Loading>
          <CardGrid min={240}>
            {Array.from({ length: 6 }, (_, card) => (
              <CardSkeleton key={card} />
            ))}
          </CardGrid>
        </Loading>
      }
    >
      {({ items }) => {
        const shown = items.filter(({ isRetired }) => !isRetired)
        if (shown.length === 0)
          return (
            <EmptyState
              heading={m.finding_categories_empty_heading()}
              hint={m.finding_categories_empty_hint()}
            />
          )
        return (
          <CardGrid min={240}>
            {shown.map((category) => (
              <CategoryTile key={category.slug} category={category} />
            ))}
          </CardGrid>
        )
      }}
    </Loaded>
  )
}

function CategoryTile({ category }: { category: CategoryList['items'][number] }) {
  const { slug, name, description, icon, campaigns: count } = category
  return (
    <article className={classes.tile}>
      <span className={classes.icon}>
        <CategoryIcon name={icon} size={26} />
      </span>
      <div className={classes.text}>
        <h2 className={classes.name}>
          <Link to={paths.campaignCategory(slug)} className={classes.link}>
            {name}
          </Link>
        </h2>
        <p className={classes.description}>{description}</p>
        <p className={classes.count} data-none={count === 0 || undefined}>
          {count === 0
            ? m.finding_category_empty()
            : m.finding_category_count({ count, amount: formatNumber(count) })}
        </p>
      </div>
    </article>
  )
}
