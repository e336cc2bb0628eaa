import { useId, useState } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { countries } from '../../ui/countries.ts'
import { PillSelect } from '../../ui/pill-select.tsx'
import { countFilters, type CampaignFilters } from './campaign-filters.ts'
import { FilterIcon } from './filter-icon.tsx'
import classes from './campaign-filter-bar.module.css'

type Change = (change: Partial<CampaignFilters>) => void

/** What narrows and orders a list, behind one button on phones and in line on wide screens. `tabs` stands before it. */
export function CampaignFilterBar({
  filters,
  onChange,
  sortable,
  tabs,
}: {
  filters: CampaignFilters
  onChange: Change
  /** Not where the page itself says the order. */
  sortable: boolean
  tabs: React.ReactNode
}) {
  const set = countFilters(filters, ['q', 'category'])
  const [open, setOpen] = useState(set > 0)
  const panel = useId()
  return (
    <div className={classes.bar}>
      <div className={classes.first}>
        <div className={classes.tabs}>{tabs}</div>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={panel}
          aria-label={set > 0 ? m.campaigns_filters_active({ count: set }) : m.campaigns_filters()}
          data-set={set > 0 || undefined}
          onClick={() => setOpen(!open)}
        >
          <FilterIcon size={22} />
          {set > 0 && <span className={classes.badge}>{set}</span>}
        </button>
      </div>
      <div id={panel} className={classes.panel} data-open={open || undefined}>
        <Filters filters={filters} onChange={onChange} sortable={sortable} />
        {set > 0 && (
          <Button look="plain" size="s" onClick={() => onChange({ reward: undefined, country: undefined })}>
            {m.campaigns_clear_filters()}
          </Button>
        )}
      </div>
    </div>
  )
}

function Filters({
  filters,
  onChange,
  sortable,
}: {
  filters: CampaignFilters
  onChange: Change
  sortable: boolean
}) {
  return (
    <>
      <PillSelect
        label={m.campaigns_filter_reward()}
        value={filters.reward ?? ''}
        options={[
          { value: '', label: m.campaigns_filter_reward_any() },
          { value: 'sale', label: m.campaigns_filter_reward_sale() },
          { value: 'lead', label: m.campaigns_filter_reward_lead() },
          { value: 'click', label: m.campaigns_filter_reward_click() },
        ]}
        onChange={(reward) => onChange({ reward: (reward || undefined) as CampaignFilters['reward'] })}
      />
      <PillSelect
        label={m.campaigns_filter_country()}
        value={filters.country ?? ''}
        options={[
          { value: '', label: m.campaigns_filter_country_any() },
          ...countries().map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(country) => onChange({ country: country || undefined })}
      />
      {sortable && (
        <PillSelect
          label={m.campaigns_filter_sort()}
          value={filters.sort}
          neutral="popular"
          options={[
            { value: 'popular', label: m.campaigns_sort_popular() },
            { value: 'ending', label: m.campaigns_sort_ending() },
            { value: 'new', label: m.campaigns_sort_new() },
          ]}
          onChange={(sort) => onChange({ sort: sort as CampaignFilters['sort'] })}
        />
      )}
    </>
  )
}
