import { m } from '#console-messages'
import { approveApplications, declineApplications } from '#contracts/operator-applications.endpoints.ts'
import type { OperatedApplication } from '#contracts/operator-applications.schemas.ts'
import { call } from '#console/platform/api.ts'
import { decideRows } from '#console/platform/decide-rows.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'

const idsOf = (rows: readonly OperatedApplication[]) => rows.map(({ id }) => id)

/** Approving and declining, one application or many. */
export const applicationActs: readonly RowAct<OperatedApplication>[] = [
  {
    id: 'approve',
    label: m.applications_approve(),
    hotkey: 'a',
    permission: 'campaign.decide',
    preview: (rows) => (
      <p>{m.applications_approve_preview({ count: rows.length, campaigns: campaignsOf(rows) })}</p>
    ),
    run: async (rows) =>
      await decideRows(idsOf(rows), async (ids) => await call(approveApplications, { body: { ids } })),
    said: (count) => m.applications_approved({ count }),
  },
  {
    id: 'decline',
    label: m.applications_decline(),
    hotkey: 'd',
    look: 'danger',
    permission: 'campaign.decide',
    reason: {
      label: m.applications_decline_reason(),
      isRequired: false,
      length: 1_000,
      templates: [
        m.applications_template_channels(),
        m.applications_template_size(),
        m.applications_template_full(),
        m.applications_template_profile(),
      ],
    },
    preview: (rows) => <p>{m.applications_decline_preview({ count: rows.length })}</p>,
    run: async (rows, reason) =>
      await decideRows(
        idsOf(rows),
        async (ids) => await call(declineApplications, { body: { ids, ...(reason !== '' && { reason }) } }),
      ),
    said: (count) => m.applications_declined_said({ count }),
  },
]

/** The one campaign by its name, several by their number. */
export function campaignsOf(rows: readonly OperatedApplication[]): string {
  const titles = new Map(rows.map(({ campaign }) => [campaign.id, campaign.title]))
  const [only] = titles.values()
  return titles.size === 1 && only ? only : m.applications_campaigns({ count: titles.size })
}
