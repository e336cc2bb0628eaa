import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { getOperatedCampaign, listOperatedCampaigns } from '#contracts/operator-campaigns.endpoints.ts'
import { call } from './api.ts'

export interface ChosenCampaign {
  id: string
  title: string
}

/** Chooses a campaign by its title or brand. */
export function CampaignChoice({
  value,
  onChange,
  none,
  ...input
}: {
  value: ChosenCampaign | null
  onChange: (campaign: ChosenCampaign | null) => void
  /** What it means that none is chosen. */
  none: string
} & Pick<SelectProps, 'label' | 'aria-label' | 'description' | 'size'>) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 250)
  // What is chosen is typed, too: it is not searched for.
  const isSearch = q !== '' && q !== value?.title
  const found = useQuery({
    queryKey: ['campaign-choice', isSearch ? q : ''],
    queryFn: async ({ signal }) =>
      await call(listOperatedCampaigns, { query: { ...(isSearch && { q }), limit: 20 }, signal }),
    placeholderData: keepPreviousData,
  })
  const campaigns = found.data?.items ?? []
  const others = value && !campaigns.some(({ id }) => id === value.id) ? [value] : []
  return (
    <Select
      {...input}
      placeholder={none}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': none }}
      value={value?.id ?? null}
      data={[...others, ...campaigns].map(({ id, title }) => ({ value: id, label: title }))}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={
        found.isError ? m.common_campaigns_not_searched() : m.common_campaigns_none_found()
      }
      onChange={(_, option) => onChange(option && { id: option.value, title: option.label })}
    />
  )
}

/** Narrows a list to one campaign, kept by its id and shown by its title. */
export function CampaignFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | null
  onChange: (id: string | null) => void
}) {
  const { data } = useQuery({
    queryKey: ['campaign', value],
    queryFn: async ({ signal }) => await call(getOperatedCampaign, { params: { id: value! }, signal }),
    enabled: value !== null,
    retry: false,
  })
  return (
    <CampaignChoice
      aria-label={label}
      size="xs"
      none={m.common_campaigns_any()}
      value={value === null ? null : { id: value, title: data?.title ?? value }}
      onChange={(campaign) => onChange(campaign?.id ?? null)}
    />
  )
}
