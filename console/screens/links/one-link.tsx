import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#console-messages'
import { banLink, getOperatedLink, unbanLink } from '#contracts/operator-links.endpoints.ts'
import type { OperatedLink } from '#contracts/operator-links.schemas.ts'
import { call } from '#console/platform/api.ts'
import { MemberLink } from '#console/platform/member-link.tsx'
import { ReadAnew } from '#console/platform/read-anew.tsx'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { ClickFacts } from './click-facts.tsx'
import styles from './links.module.css'

/**
 * A link by its code or address: whose it is, where it leads, and blocking it or giving it back; with a click of it, where
 * one was searched for.
 */
export function OneLink() {
  const [params, setParams] = useSearchParams()
  const code = params.get('code')
  const click = params.get('click')
  const [typed, setTyped] = useState(code ?? '')
  const link = useQuery({
    queryKey: ['link', code],
    queryFn: async ({ signal }) => await call(getOperatedLink, { params: { code: code! }, signal }),
    enabled: code !== null,
    retry: false,
  })
  return (
    <Card heading={m.links_one()}>
      <form
        className={styles.find}
        role="search"
        aria-label={m.links_one()}
        onSubmit={(event) => {
          event.preventDefault()
          setParams((before) => {
            const next = new URLSearchParams(before)
            next.set('code', codeIn(typed))
            next.delete('click')
            return next
          })
        }}
      >
        <TextInput
          aria-label={m.links_code()}
          placeholder={m.links_code()}
          required
          maxLength={300}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" loading={link.isFetching}>
          {m.links_find()}
        </Button>
      </form>
      {link.isError && <FailureAlert error={link.error} />}
      {link.data && <Found link={link.data} click={click} />}
    </Card>
  )
}

function Found({ link, click }: { link: OperatedLink; click: string | null }) {
  return (
    <>
      {click && <ClickFacts id={click} />}
      <Facts
        facts={[
          [m.links_code(), `/s/${link.code}`],
          [
            m.links_owner(),
            <MemberLink
              key="owner"
              uid={link.owner.uid}
              name={link.owner.name ?? link.owner.email}
              left={m.links_left()}
            />,
          ],
          [m.links_leads_to(), link.leadsTo],
          [m.links_campaign(), link.campaign && `${link.campaign.brand} · ${link.campaign.title}`],
          [m.links_clicks(), formatNumber(link.clicksIn30Days)],
          [m.links_state(), stateOf(link)],
        ]}
      />
      <div className={styles.acts}>
        {[banAct, unbanAct].map((act) => (
          <ActButton
            key={act.id}
            act={act}
            row={link}
            idOf={({ code }) => code}
            nameOf={({ code }) => `/s/${code}`}
          />
        ))}
      </div>
    </>
  )
}

/** The code of an address such as `https://crels.example/s/code?x`, or the code itself. */
function codeIn(text: string): string {
  return (/\/s\/([a-z0-9-]+)/i.exec(text)?.[1] ?? text.trim()).toLowerCase()
}

function stateOf({ state, isRemoved, blockedByHost, isOwnerDisabled }: OperatedLink): string {
  if (isRemoved) return m.links_state_removed()
  if (blockedByHost !== null) return m.links_state_host({ host: blockedByHost })
  if (state === 'banned') return m.links_state_banned()
  if (isOwnerDisabled) return m.links_state_owner()
  return state === 'active' ? m.links_state_active() : m.links_state_disabled()
}

const act = (isBan: boolean): RowAct<OperatedLink> => ({
  id: isBan ? 'ban' : 'unban',
  label: isBan ? m.links_ban() : m.links_unban(),
  look: isBan ? 'danger' : 'primary',
  permission: isBan ? 'link.ban' : 'link.unban',
  applies: ({ state, blockedByHost }) =>
    isBan ? state !== 'banned' : state === 'banned' && blockedByHost === null,
  reason: { label: m.common_reason(), isRequired: true },
  preview: ([link]) => {
    const touched = {
      code: link!.code,
      name: link!.owner.name ?? link!.owner.email ?? m.links_left(),
      clicks: formatNumber(link!.clicksIn30Days),
    }
    return (
      <ReadAnew of={['link', link!.code]}>
        <p>{isBan ? m.links_ban_preview(touched) : m.links_unban_preview(touched)}</p>
      </ReadAnew>
    )
  },
  run: async (rows, reason) =>
    await outcomeOfEach(
      rows.map(({ code }) => ({ id: code })),
      async ({ id: code }) => await call(isBan ? banLink : unbanLink, { params: { code }, body: { reason } }),
      async ({ id: code }) =>
        await call(isBan ? unbanLink : banLink, {
          params: { code },
          body: { reason: m.common_undone(), isUndo: true },
        }),
    ),
  remains: () => (isBan ? m.links_ban_remains() : m.links_unban_remains()),
  said: () => (isBan ? m.links_banned() : m.links_unbanned()),
})

const banAct = act(true)
const unbanAct = act(false)
