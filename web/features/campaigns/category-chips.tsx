import { useEffect, useRef } from 'react'
import { m } from '#messages'
import type { CategoryList } from '#contracts/campaigns.schemas.ts'
import { Chip, Chips } from '#web/ui/rare/chips.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { useCategories } from './shared/queries.ts'

interface Choice {
  current: string | undefined
  hrefOf: (category: string | undefined) => string
}

/** The categories as chips; what each leads to is the page's affair. Nothing while there are none. */
export function CategoryChips(choice: Choice) {
  const { data } = useCategories()
  const shown = data?.items.filter(({ isRetired }) => !isRetired)
  return shown?.length ? <ChipRow categories={shown} {...choice} /> : null
}

function ChipRow({ categories, current, hrefOf }: Choice & { categories: CategoryList['items'] }) {
  const row = useRef<HTMLDivElement>(null)
  // The chosen one may lie beyond the edge of a phone. Only the row moves, never the page.
  useEffect(() => {
    const chips = row.current?.firstElementChild
    const chosen = current === undefined ? null : chips?.querySelector<HTMLElement>('[aria-current]')
    if (chips && chosen) chips.scrollLeft = chosen.offsetLeft - (chips.clientWidth - chosen.offsetWidth) / 2
  }, [current])
  return (
    <div ref={row}>
      <Chips label={m.finding_categories_label()}>
        <Chip to={hrefOf(undefined)} current={current === undefined}>
          {m.finding_category_any()}
        </Chip>
        {categories.map((category) => (
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
    </div>
  )
}
