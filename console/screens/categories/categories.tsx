import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { languages } from '#contracts/languages.ts'
import { listOperatedCategories } from '#contracts/operator-categories.endpoints.ts'
import type { ListedCategory, OperatedCategories } from '#contracts/operator-categories.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { languageWords } from '#console/ui/language-words.ts'
import { OrderLines } from '#console/ui/order-lines.tsx'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { orderAct } from './category-acts.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { originWords, useText } from './category-words.ts'
import styles from './categories.module.css'

/** What campaigns are sorted by, in the order that members see. */
export default function Categories() {
  const categories = useQuery({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => await call(listOperatedCategories, { signal }),
  })
  if (categories.isPending) return <LoadingState />
  if (categories.isError)
    return <FailureState error={categories.error} onRetry={() => void categories.refetch()} />
  return <Shown categories={categories.data} />
}

function Shown({ categories }: { categories: OperatedCategories }) {
  const may = useMay()
  const [slugs, setSlugs] = useState<string[] | null>(null)
  const { items } = categories
  const retired = items.filter(({ isRetired }) => isRetired).length
  return (
    <>
      <ScreenHead
        title={m.shell_categories()}
        summary={m.categories_summary({
          shown: formatNumber(items.length - retired),
          retired: formatNumber(retired),
        })}
      >
        {may('category.edit') && (
          <Button variant="light" component={Link} to={`/${consoleRoutes.newCategory}`}>
            {m.categories_new()}
          </Button>
        )}
      </ScreenHead>
      {slugs ? (
        <Ordered categories={categories} slugs={slugs} onChange={setSlugs} />
      ) : (
        <Card
          heading={m.categories_list()}
          acts={
            may('category.edit') && (
              <Button variant="default" onClick={() => setSlugs(items.map(({ slug }) => slug))}>
                {m.categories_order()}
              </Button>
            )
          }
        >
          <Lines
            file={listFile('categories', items, [
              [m.categories_slug(), ({ slug }) => slug],
              ...languages.map(
                (language) =>
                  [
                    m.categories_name({ language: languageWords[language]() }),
                    ({ shown }: ListedCategory) => shown[language].name,
                  ] as const,
              ),
              [m.categories_file_origin(), ({ origin }) => origin],
              [m.categories_retired(), ({ isRetired }) => isRetired],
              [m.categories_campaigns(), ({ use }) => use.campaigns],
              [m.categories_file_open(), ({ use }) => use.open],
              [m.categories_file_live(), ({ use }) => use.live],
            ])}
          >
            {items.map((item) => (
              <Line key={item.slug} name={<Name item={item} />} detail={<Detail item={item} />} />
            ))}
          </Lines>
        </Card>
      )}
    </>
  )
}

function Name({ item: { slug, texts, icon, isRetired, origin } }: { item: ListedCategory }) {
  return (
    <span className={styles.name}>
      <CategoryIcon icon={icon} />
      <Link to={`/${consoleRoutes.categories}/${slug}`}>
        <bdi>{texts.en.name}</bdi>
      </Link>
      {origin !== 'default' && <Pill tone="good">{originWords[origin]()}</Pill>}
      {isRetired && <Pill tone="warn">{m.categories_retired()}</Pill>}
    </span>
  )
}

function Detail({ item: { slug, shown, use } }: { item: ListedCategory }) {
  return (
    <>
      <span className={styles.line}>
        {m.categories_line({ slug, names: `${shown.es.name} · ${shown.de.name}` })}
      </span>
      <span className={styles.line}>{useText(use)}</span>
    </>
  )
}

/** While they are put into another order; nothing is changed until that is saved. */
function Ordered({
  categories,
  slugs,
  onChange,
}: {
  categories: OperatedCategories
  slugs: string[]
  onChange: (slugs: string[] | null) => void
}) {
  const { items } = categories
  // Saved is an order of what was there when it was begun.
  const [first] = useState(items)
  const names = new Map(first.map(({ slug, texts }) => [slug, texts.en.name]))
  return (
    <Card
      heading={m.categories_list()}
      acts={
        <span className={styles.acts}>
          <Button variant="default" onClick={() => onChange(null)}>
            {m.common_cancel()}
          </Button>
          <ActButton
            act={orderAct(first, slugs)}
            row={categories}
            idOf={() => 'categories'}
            nameOf={() => m.shell_categories()}
            onDone={() => onChange(null)}
          />
        </span>
      }
    >
      <OrderLines items={slugs.map((slug) => ({ id: slug, name: names.get(slug)! }))} onChange={onChange} />
    </Card>
  )
}
