import { useEffect, useState } from 'react'
import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { countryName } from '#web/ui/country-name.ts'
import { countries } from '#web/ui/rare/countries.ts'
import { icon } from '#web/ui/icon.tsx'
import { whenIdle } from '#web/platform/when-idle.ts'
import { PillSelect } from '#web/ui/rare/pill-select.tsx'
import { channelPlatforms } from '#contracts/taxonomies.ts'
import { countFilters, sortUnasked, type CampaignFilters } from './campaign-filters.ts'
import { channelName } from './channel-names.ts'
import classes from './campaign-filter-bar.module.css'

type Change = (change: Partial<CampaignFilters>) => void

/** What narrows and orders a list, in a sheet on phones and in line on wide screens. `tabs` comes before it. */
export function CampaignFilterBar({
  filters,
  onChange,
  sortable,
  tabs,
  isBelow,
}: {
  filters: CampaignFilters
  onChange: Change
  /** Not where the page itself says the order. */
  sortable: boolean
  tabs: React.ReactNode
  /** On wide screens they have a line of their own: the pages of the tabs have unequally many, and none of them jumps. */
  isBelow: boolean
}) {
  const set = countFilters(filters, ['q', 'category', 'brand'])
  const [isOpen, setIsOpen] = useState(false)
  const clear = () => onChange({ reward: undefined, country: undefined, channel: undefined })
  return (
    <div className={classes.bar} data-below={isBelow || undefined}>
      <div className={classes.first}>
        <div className={classes.tabs}>{tabs}</div>
        <button
          type="button"
          className={classes.toggle}
          aria-haspopup="dialog"
          aria-label={set > 0 ? m.finding_filters_active({ count: set }) : m.finding_filters()}
          onClick={() => setIsOpen(true)}
        >
          <FilterIcon size={22} />
          {set > 0 && <span className={classes.badge}>{set}</span>}
        </button>
      </div>
      <div className={classes.panel}>
        <Filters filters={filters} onChange={onChange} sortable={sortable} />
        {set > 0 && (
          <Button look="plain" size="s" onClick={clear}>
            {m.finding_clear_filters()}
          </Button>
        )}
      </div>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        heading={m.finding_filters()}
        actions={
          <>
            <Button full onClick={() => setIsOpen(false)}>
              {m.finding_filters_show()}
            </Button>
            {set > 0 && (
              <Button full look="soft" onClick={clear}>
                {m.finding_clear_filters()}
              </Button>
            )}
          </>
        }
      >
        <div className={classes.sheet}>
          <Filters filters={filters} onChange={onChange} sortable={sortable} />
        </div>
      </Dialog>
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
  const known = useCountries(filters.country)
  return (
    <>
      <PillSelect
        label={m.finding_filter_reward()}
        value={filters.reward ?? ''}
        options={[
          { value: '', label: m.finding_filter_reward_any() },
          { value: 'sale', label: m.finding_filter_reward_sale() },
          { value: 'lead', label: m.finding_filter_reward_lead() },
          { value: 'click', label: m.finding_filter_reward_click() },
        ]}
        onChange={(reward) => onChange({ reward: (reward || undefined) as CampaignFilters['reward'] })}
      />
      <PillSelect
        label={m.finding_filter_country()}
        value={filters.country ?? ''}
        options={[
          { value: '', label: m.finding_filter_country_any() },
          ...known.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(country) => onChange({ country: country || undefined })}
      />
      <PillSelect
        label={m.finding_filter_channel()}
        value={filters.channel ?? ''}
        options={[
          { value: '', label: m.finding_filter_channel_any() },
          ...channelPlatforms.map((platform) => ({ value: platform, label: channelName(platform) })),
        ]}
        onChange={(channel) => onChange({ channel: (channel || undefined) as CampaignFilters['channel'] })}
      />
      {sortable && (
        <PillSelect
          label={m.finding_filter_sort()}
          value={filters.sort}
          neutral={sortUnasked(filters.q)}
          options={[
            ...(filters.q ? [{ value: 'match', label: m.finding_sort_match() }] : []),
            { value: 'suggested', label: m.finding_sort_suggested() },
            { value: 'for_me', label: m.finding_sort_for_me() },
            { value: 'popular', label: m.finding_sort_popular() },
            { value: 'ending', label: m.finding_sort_ending() },
            { value: 'new', label: m.finding_sort_new() },
          ]}
          onChange={(sort) => onChange({ sort: sort as CampaignFilters['sort'] })}
        />
      )}
    </>
  )
}

/**
 * All countries when the screen is there, and the chosen one before: 250 names, which browsers and Node do not all call
 * alike.
 */
function useCountries(chosen: string | undefined): { code: string; name: string }[] {
  const [known, setKnown] = useState<{ code: string; name: string }[]>()
  useEffect(() => {
    void whenIdle().then(() => setKnown(countries()))
  }, [])
  return known ?? (chosen ? [{ code: chosen, name: countryName(chosen) }] : [])
}

/** Two sliders: what narrows a list. */
const FilterIcon = icon(
  <>
    <path d="M4 8h8M18 8h2M4 16h2M12 16h8" />
    <circle cx="15" cy="8" r="2.5" />
    <circle cx="9" cy="16" r="2.5" />
  </>,
)
