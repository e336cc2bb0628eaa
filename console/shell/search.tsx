import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useImperativeHandle, useState, type Ref } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes, type ConsoleScreen } from '#contracts/console-routes.ts'
import { searchAsOperator } from '#contracts/operator-search.endpoints.ts'
import type { SearchKind } from '#contracts/operator-search.constants.ts'
import { call } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'
import { screens } from '../screens.ts'
import { searchPlaces } from './search-places.ts'
import styles from './search-dialog.module.css'

/** What has the text that is typed: screens, and what the server finds. Its keys are those of the field above it. */
export default function Search({
  ref,
  text,
  listId,
  onActive,
  onDone,
}: {
  ref: Ref<(key: string) => boolean>
  text: string
  /** Names the list to the field. */
  listId: string
  /** Which of what is found is chosen, by its id: the focus stays in the field. */
  onActive: (id: string | null) => void
  onDone: () => void
}) {
  const [moved, setMoved] = useState({ to: 0, text })
  const navigate = useNavigate()
  const things = useThings(text)
  const found = [...useScreens(text), ...things.found]
  // The first of what was found for another text.
  const active = moved.text === text ? moved.to : 0
  const idAt = (index: number) => `${listId}-${index}`
  const move = (by: number) => {
    const to = Math.max(0, Math.min(active + by, found.length - 1))
    setMoved({ to, text })
    document.getElementById(idAt(to))?.scrollIntoView({ block: 'nearest' })
  }
  const activeId = found.length > 0 ? idAt(active) : null
  useEffect(() => {
    onActive(activeId)
    return () => onActive(null)
  }, [activeId, onActive])
  const go = (to: string) => {
    onDone()
    void navigate(to)
  }
  useImperativeHandle(ref, () => (key) => {
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' && found[active]) go(found[active].to)
    else return false
    return true
  })
  return (
    <>
      <div id={listId} className={styles.found} role="listbox" aria-label={m.search_found()}>
        {found.map(({ to, name, detail, kind }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's
          <div
            key={`${to} ${name}`}
            id={idAt(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.row}
            onClick={() => go(to)}
          >
            <span>
              <bdi>{name}</bdi> {detail && <bdi className={styles.kind}>{detail}</bdi>}
            </span>{' '}
            <span className={styles.kind}>{kind}</span>
          </div>
        ))}
      </div>
      <p className={styles.note} role="status">
        {noteOf(things.state, found.length, text)}
      </p>
      {things.state === 'failed' && (
        <Button variant="default" onClick={things.retry}>
          {m.common_retry()}
        </Button>
      )}
    </>
  )
}

interface Found {
  to: string
  name: string
  detail?: string | null
  kind?: string
}

type Answer = 'unasked' | 'pending' | 'failed' | 'some' | 'none'

const notes: Record<Answer, () => string> = {
  unasked: m.search_hint,
  pending: m.search_pending,
  failed: m.search_failed,
  some: m.search_hint,
  none: m.search_nothing,
}

function noteOf(state: Answer, count: number, text: string): string {
  if (state !== 'none') return notes[state]()
  if (count > 0) return m.search_hint()
  return isRequestId(text) ? m.search_no_request() : m.search_nothing()
}

/** As an answer and its error name it. */
function isRequestId(text: string): boolean {
  return /^req_[0-9a-f]{32}$/i.test(text.trim())
}

/** What the server finds of what is typed now: Enter never goes to what was found of a text before. */
function useThings(text: string) {
  const typed = text.trim()
  const [asked] = useDebouncedValue(typed, 200)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['search', asked],
    queryFn: async ({ signal }) => await call(searchAsOperator, { query: { q: asked }, signal }),
    enabled: asked.length > 1,
  })
  const isAsked = typed.length > 1
  const items = isAsked && asked === typed ? (data?.items ?? []) : []
  const answered = (): Answer => (isError ? 'failed' : items.length > 0 ? 'some' : 'none')
  const state: Answer = !isAsked ? 'unasked' : isFetching || asked !== typed ? 'pending' : answered()
  return {
    state,
    retry: () => void refetch(),
    found: items.map((item): Found => ({
      to: searchPlaces[item.kind](item),
      name: item.name,
      detail: item.detail,
      kind: kindNames[item.kind](),
    })),
  }
}

const kindNames: Record<SearchKind, () => string> = {
  member: m.search_member,
  conversion: m.search_conversion,
  claim: m.search_claim,
  click: m.search_click,
  link: m.search_link,
  campaign: m.search_campaign,
  redemption: m.search_redemption,
  order: m.search_order,
  support: m.search_support,
  abuse: m.search_abuse,
  act: m.search_act,
  'member-act': m.search_member_act,
}

function useScreens(text: string): Found[] {
  const may = useMay()
  const words = text.trim().toLowerCase()
  return (Object.keys(screens) as ConsoleScreen[])
    .filter((screen) => {
      const { group, permission } = screens[screen]
      return group !== undefined && (!permission || may(permission))
    })
    .map((screen) => ({ to: `/${consoleRoutes[screen]}`, name: screens[screen].title() }))
    .filter(({ name }) => name.toLowerCase().includes(words))
}
