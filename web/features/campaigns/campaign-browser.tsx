import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/rare/search-field.tsx'
import { TabLinks } from '#web/ui/rare/tab-links.tsx'
import { CampaignFilterBar } from './campaign-filter-bar.tsx'
import {
  countFilters,
  narrowing,
  readFilters,
  searchLengthMax,
  withFilters,
  type CampaignFilters,
  type CampaignSort,
} from './campaign-filters.ts'
import { CampaignList } from './campaign-list.tsx'
import { ForMeHint } from './for-me-hint.tsx'
import { CategoryChips } from './category-chips.tsx'
import { useBrand } from './shared/queries.ts'
import classes from './campaign-browser.module.css'

/** After the last letter, how long until the list is asked for. */
const searchAfterMs = 250

/** A page of campaigns to find one in: search, tabs, categories and filters, all kept in the address. */
export function CampaignBrowser({
  title,
  heading,
  intro,
  path,
  sort,
  category,
  tabs,
  empty,
}: {
  title: string
  heading?: string
  intro?: string
  /** This page's own path. */
  path: string
  /** The order and the category, where the page fixes them. */
  sort?: CampaignSort
  category?: string
  tabs?: readonly { path: string; label: ReactNode; current: boolean }[]
  empty: ReactNode
}) {
  const [search, setSearch] = useSearchParams()
  const inAddress = readFilters(search)
  const filters: CampaignFilters = {
    ...inAddress,
    sort: sort ?? inAddress.sort,
    category: category ?? inAddress.category,
  }

  function change(wanted: Partial<CampaignFilters>): void {
    setSearch((now) => withFilters(now, wanted), { replace: true, preventScrollReset: true })
  }
  const hrefWith = (to: string, wanted: Partial<CampaignFilters>): string => {
    const query = withFilters(search, wanted).toString()
    return query ? `${to}?${query}` : to
  }
  const clear = () => change(Object.fromEntries(narrowing.map((name) => [name, undefined])))

  return (
    <Page
      title={title}
      heading={heading}
      aside={
        <div className={classes.search}>
          <Search value={inAddress.q ?? ''} onSearch={(q) => change({ q: q || undefined })} />
        </div>
      }
    >
      {intro && <p className={classes.intro}>{intro}</p>}
      <div className={classes.sticky} data-tabs={tabs !== undefined || undefined}>
        <CampaignFilterBar
          filters={filters}
          onChange={change}
          sortable={sort === undefined}
          isBelow={tabs !== undefined}
          tabs={
            tabs ? (
              <TabLinks
                label={m.finding_tabs_label()}
                tabs={tabs.map((tab) => ({
                  to: hrefWith(tab.path, { sort: undefined }),
                  label: tab.label,
                  current: tab.current,
                }))}
              />
            ) : (
              <Link to={paths.campaignCategories} className={classes.all}>
                {m.finding_all_categories()}
              </Link>
            )
          }
        />
      </div>
      {category === undefined && (
        <CategoryChips current={filters.category} hrefOf={(slug) => hrefWith(path, { category: slug })} />
      )}
      {filters.brand && <BrandChip slug={filters.brand} hrefWithout={hrefWith(path, { brand: undefined })} />}
      {filters.sort === 'for_me' && <ForMeHint />}
      <CampaignList
        filters={filters}
        isFiltered={countFilters(filters, category === undefined ? [] : ['category']) > 0}
        onClear={clear}
        empty={empty}
      />
    </Page>
  )
}

/** Writes itself into the address a moment after the last letter; follows it when it changes by other means. */
function Search({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (value !== seen) {
    setSeen(value)
    // What was sent from here comes back later than the next letter is typed: only others' changes are taken over.
    if (value !== sent) setText(value)
  }

  function search(next: string): void {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        setSent(next.trim())
        onSearch(next.trim())
      },
      next === '' ? 0 : searchAfterMs,
    )
  }
  return (
    <SearchField
      label={m.finding_search_label()}
      clearLabel={m.finding_search_clear()}
      placeholder={m.finding_search_placeholder()}
      maxLength={searchLengthMax}
      value={text}
      onChange={search}
    />
  )
}

/** Says that only one brand's campaigns are listed, with a link to all. */
function BrandChip({ slug, hrefWithout }: { slug: string; hrefWithout: string }) {
  const { data } = useBrand(slug)
  return (
    <p className={classes.only}>
      <span>{m.finding_only_brand({ brand: data?.name ?? slug })}</span>
      <Link to={hrefWithout} className={classes.out} preventScrollReset>
        {m.finding_every_brand()}
      </Link>
    </p>
  )
}
