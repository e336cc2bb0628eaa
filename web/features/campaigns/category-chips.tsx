import { m } from '#messages'
import { Chip, Chips } from '../../ui/chips.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { useCategories } from './queries.ts'

/** The categories as chips; what each leads to is the page's affair. Nothing while there are none. */
export function CategoryChips({
  current,
  hrefOf,
}: {
  current: string | undefined
  hrefOf: (category: string | undefined) => string
}) {
  const { data } = useCategories()
  if (!data?.items.length) return null
  return (
    <Chips label={m.campaigns_categories_label()}>
      <Chip to={hrefOf(undefined)} current={current === undefined}>
        {m.campaigns_category_any()}
      </Chip>
      {data.items.map((category) => (
        <Chip
          key={category.slug}
          to={hrefOf(category.slug)}
          current={category.slug === current}
          icon={<CategoryIcon name={category.icon} />}
        >
          {category.name}
        </Chip>
      ))}
    </Chips>
  )
}
