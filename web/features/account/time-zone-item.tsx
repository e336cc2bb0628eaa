import { useEffect, useEffectEvent } from 'react'
import { m } from '#messages'
import { useSaveProfile } from './queries.ts'
import { SelectItem } from './select-item.tsx'

/** The zone by which a member's days begin and end. The first one is the browser's, set without a question. */
export function TimeZoneItem({ uid, value }: { uid: string; value: string | null }) {
  const first = useSaveProfile(uid)
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const setFirst = useEffectEvent(() => first.mutate({ timeZone: here }))
  const isFirst = value === null
  useEffect(() => {
    if (isFirst) setFirst()
  }, [isFirst])
  const zone = value ?? here
  return (
    <SelectItem
      key={zone}
      uid={uid}
      field="timeZone"
      value={zone}
      label={m.profile_time_zone()}
      autoComplete="off"
      options={zonesWith(zone).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
    />
  )
}

/** All zones the browser knows by name, and one that it may know by another. */
function zonesWith(zone: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].filter(Boolean).sort()
}
