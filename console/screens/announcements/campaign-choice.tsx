import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { listOperatedCampaigns } from '#contracts/operator-campaigns.endpoints.ts'
import { call } from '#console/platform/api.ts'

export interface ChosenCampaign {
  id: string
  title: string
}

/** Chooses a campaign by its title or brand; none chosen is every member. */
export function CampaignChoice({
  value,
  onChange,
}: {
  value: ChosenCampaign | null
  onChange: (campaign: ChosenCampaign | null) => void
}) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 250)
  // What is chosen is typed, too: it is not searched for.
  const isSearch = q !== '' && q !== value?.title
  const found = useQuery({
    queryKey: ['announcement-campaigns', isSearch ? q : ''],
    queryFn: async ({ signal }) =>
      await call(listOperatedCampaigns, { query: { ...(isSearch && { q }), limit: 20 }, signal }),
    placeholderData: keepPreviousData,
  })
  const campaigns = found.data?.items ?? []
  const others = value && !campaigns.some(({ id }) => id === value.id) ? [value] : []
  return (
    <Select
      label={m.announcements_to()}
      description={m.announcements_to_hint()}
      placeholder={m.announcements_to_all()}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': m.announcements_to_all() }}
      value={value?.id ?? null}
      data={[...others, ...campaigns].map(({ id, title }) => ({ value: id, label: title }))}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={found.isError ? m.announcements_not_searched() : m.announcements_none_found()}
      onChange={(_, option) => onChange(option && { id: option.value, title: option.label })}
    />
  )
}
