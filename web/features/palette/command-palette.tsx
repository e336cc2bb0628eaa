import { useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages'
import { SearchIcon } from '#web/ui/control-icons.tsx'
import { CampaignName } from '#web/ui/campaign-name.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { useQuiet } from '#web/ui/use-quiet.ts'
import { matching, paletteActions, palettePages, searchPath, type PaletteItem } from './palette-items.ts'
import { usePaletteCampaigns, usePaletteLinks } from './queries.ts'
import classes from './command-palette.module.css'

/** Before anything is typed: the places of the rail, not every page. */
const pagesAtFirst = 8

interface Group {
  heading: string
  items: PaletteItem[]
}

/** A field that finds pages, campaigns, links and things to do. The arrows choose, Enter goes, Escape closes. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [failure, setFailure] = useState<string>()
  const { groups, hasFailed } = useGroups(typed.trim())
  const items = groups.flatMap((group) => group.items)
  const active = Math.min(chosen, items.length - 1)

  function take(item: PaletteItem | undefined): void {
    if (!item) return
    setFailure(undefined)
    const done = item.run?.()
    if (done) return void done.then(onClose, () => setFailure(item.failure?.()))
    onClose()
    if (item.to) void navigate(item.to)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && items.length > 0) {
      event.preventDefault()
      const next = (active + step + items.length) % items.length
      setChosen(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      take(items[active])
    }
  }

  const offset = groups.map((_, at) =>
    groups.slice(0, at).reduce((sum, group) => sum + group.items.length, 0),
  )
  return (
    <Dialog open onClose={onClose} heading={m.palette_heading()} size="l">
      <div className={classes.field}>
        <SearchIcon size={20} />
        <input
          data-autofocus
          role="combobox"
          aria-label={m.palette_label()}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={m.palette_label()}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {failure && <Notice>{failure}</Notice>}
      <div id={`${id}-list`} className={classes.list} role="listbox" aria-label={m.palette_results()}>
        {groups.map(({ heading, items: rows }, at) => (
          <div key={heading} role="group" aria-labelledby={`${id}-group-${at}`}>
            <p id={`${id}-group-${at}`} className={classes.heading} role="presentation">
              {heading}
            </p>
            {rows.map((item, row) => {
              const index = offset[at]! + row
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's
                <div
                  key={item.id}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={classes.option}
                  onMouseMove={() => setChosen(index)}
                  onClick={() => take(item)}
                >
                  {item.campaign ? (
                    <CampaignName campaign={item.campaign} size={32} />
                  ) : (
                    <span>{item.label}</span>
                  )}
                  {item.detail && <span className={classes.detail}>{item.detail}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className={hasFailed ? undefined : 'visually-hidden'} role="status">
        {hasFailed ? m.palette_failed() : m.palette_count({ count: items.length })}
      </p>
    </Dialog>
  )
}

/** What fits what is typed, by kind; the search of all campaigns is last, so that there is always a way on. */
function useGroups(typed: string): { groups: Group[]; hasFailed: boolean } {
  const q = useQuiet(typed)
  // Enter takes nothing that was found for another text.
  const isAnswered = typed !== '' && q === typed
  const campaigns = usePaletteCampaigns(q)
  const links = usePaletteLinks(q)
  const pages = matching(palettePages(), typed)
  const actions = matching(paletteActions(), typed)
  const groups: Group[] = [
    { heading: m.palette_pages(), items: typed ? pages : pages.slice(0, pagesAtFirst) },
    { heading: m.palette_actions(), items: actions },
    { heading: m.palette_campaigns(), items: isAnswered ? (campaigns.data ?? []) : [] },
    { heading: m.palette_links(), items: isAnswered ? (links.data ?? []) : [] },
    {
      heading: m.palette_search(),
      items: typed
        ? [{ id: 'search', label: m.palette_search_for({ q: typed }), to: searchPath(typed) }]
        : [],
    },
  ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    hasFailed: isAnswered && (campaigns.isError || links.isError),
  }
}
