import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import {
  resumeOperatedBrand,
  setBrandContact,
  suspendOperatedBrand,
} from '#contracts/operator-brands.endpoints.ts'
import type { OperatedBrand, OperatedBrandDetail } from '#contracts/operator-brands.schemas.ts'
import { previewBrand } from '#contracts/operator-previews.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** Suspending brands and letting them go on, each with what it touches. */
export const brandActs: readonly RowAct<OperatedBrand>[] = [true, false].map((isSuspension) => ({
  id: isSuspension ? 'suspend' : 'resume',
  label: isSuspension ? m.brands_suspend() : m.brands_resume(),
  hotkey: isSuspension ? 's' : 'r',
  look: isSuspension ? 'danger' : 'primary',
  permission: isSuspension ? 'brand.suspend' : 'brand.resume',
  applies: ({ state }) => (state === 'active') === isSuspension,
  reason: { label: m.common_reason(), isRequired: true },
  preview: (rows) => (
    <>
      {rows.map(({ slug, name }) => (
        <BrandReach key={slug} slug={slug} name={name} isSuspension={isSuspension} />
      ))}
      {!isSuspension && <p>{m.brands_resume_unpaid()}</p>}
    </>
  ),
  run: async (rows, reason) =>
    await outcomeOfEach(
      rows.map(({ slug }) => ({ id: slug })),
      async ({ id }) => await change(id, { isSuspension, reason }),
      async ({ id }) =>
        await change(id, { isSuspension: !isSuspension, reason: m.common_undone(), isUndo: true }),
    ),
  remains: () => (isSuspension ? m.brands_suspend_remains() : m.brands_resume_remains()),
  said: (count) => (isSuspension ? m.brands_suspended_said({ count }) : m.brands_resumed_said({ count })),
}))

async function change(
  slug: string,
  { isSuspension, ...body }: { isSuspension: boolean; reason: string; isUndo?: true },
): Promise<unknown> {
  const endpoint = isSuspension ? suspendOperatedBrand : resumeOperatedBrand
  return await call(endpoint, { params: { slug }, body })
}

/** Where operators ask a brand: an address, or none. */
export function contactAct({ contactEmail }: OperatedBrandDetail): RowAct<OperatedBrandDetail> {
  const set = async (slug: string, body: { email: string | null; seen: string | null; isUndo?: true }) =>
    await call(setBrandContact, { params: { slug }, body })
  return {
    id: 'contact',
    label: m.brands_contact(),
    look: 'quiet',
    permission: 'brand.contact',
    fields: [
      {
        name: 'email',
        label: m.brands_contact_field(),
        isRequired: false,
        length: 254,
        initial: contactEmail ?? '',
      },
    ],
    preview: () => <p>{m.brands_contact_preview()}</p>,
    run: async ([row], _reason, { email = '' }) => {
      const { slug } = row!
      const written = email.trim() || null
      await set(slug, { email: written, seen: contactEmail })
      return oneDone(slug, async () => await set(slug, { email: contactEmail, seen: written, isUndo: true }))
    },
    said: () => m.brands_contact_said(),
  }
}

/** What suspending a brand stops, or resuming it gives back, before it is done. */
function BrandReach({ slug, name, isSuspension }: { slug: string; name: string; isSuspension: boolean }) {
  const reach = useQuery({
    queryKey: ['brand-reach', slug],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(previewBrand, { params: { slug }, signal }),
  })
  if (reach.isPending) return <LoadingState />
  if (reach.isError) return <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
  const { campaigns, members, keys, campaignExamples } = reach.data
  const counts = {
    brand: name,
    campaigns: m.brands_count_campaigns({ count: campaigns, shown: formatNumber(campaigns) }),
    members: m.brands_count_members({ count: members, shown: formatNumber(members) }),
    keys: m.brands_count_keys({ count: keys, shown: formatNumber(keys) }),
  }
  return (
    <>
      <p>{isSuspension ? m.brands_suspend_reach(counts) : m.brands_resume_reach(counts)}</p>
      <ul>
        {campaignExamples.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </>
  )
}
