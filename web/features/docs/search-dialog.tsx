import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { m } from '#messages'
import { paths, type DocPage } from '#contracts/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { SearchField } from '#web/ui/rare/search-field.tsx'
import { docTitle } from './doc-sections.ts'
import type { FoundPassage } from './search-index.ts'
import classes from './search-dialog.module.css'

/** How long the operator's texts are taken for those in force. */
const writtenFreshMs = 30_000

/** Finds passages of the documentation and answers. Enter opens the first, the arrows walk through them. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const index = useQuery({
    queryKey: ['docs-search'],
    queryFn: async () => await import('./search-index.ts'),
    staleTime: Infinity,
    networkMode: 'always',
  })
  // The operator's own texts come by themselves: without them the rest is found, and they are asked for again.
  const written = useQuery({
    queryKey: ['docs-search', 'written'],
    queryFn: async () => await (await import('./written-records.ts')).writtenRecords(),
    staleTime: ({ state }) => (state.data?.isWhole ? writtenFreshMs : 0),
  })
  const search = useMemo(
    () => index.data?.openSearch(written.data?.records ?? []),
    [index.data, written.data],
  )
  const isPartial = written.data ? !written.data.isWhole : written.isError
  const q = typed.trim()
  const found = q === '' ? [] : (search?.(q) ?? [])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const places = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = places.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === 'Enter' && at === -1 && found[0]) {
      event.preventDefault()
      onClose()
      void navigate(pathOf(found[0]))
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || places.length === 0) return
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    const next = at + step
    ;(next < 0 ? field : places[Math.min(next, places.length - 1)])?.focus()
  }

  return (
    <Dialog open onClose={onClose} heading={m.docs_search_heading()} size="l">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the field and the links in it */}
      <div className={classes.search} onKeyDown={onKeyDown}>
        <SearchField
          label={m.docs_search_label()}
          clearLabel={m.docs_search_clear()}
          placeholder={m.docs_search_label()}
          data-autofocus
          maxLength={100}
          value={typed}
          onChange={setTyped}
        />
        <p className="visually-hidden" role="status">
          {q !== '' && index.data && m.docs_search_count({ count: found.length })}
        </p>
        {index.isError && <Notice>{m.docs_search_failed()}</Notice>}
        {q !== '' && isPartial && (
          <Notice
            tone="gold"
            isNews
            action={
              <Button
                look="soft"
                size="s"
                onClick={() => void written.refetch()}
                loading={written.isFetching}
              >
                {m.common_retry()}
              </Button>
            }
          >
            {m.docs_search_partial()}
          </Notice>
        )}
        {q === '' && <p className={classes.hint}>{m.docs_search_begin()}</p>}
        {q !== '' && index.data && found.length === 0 && <NothingFound q={q} />}
        {found.length > 0 && (
          <ul className={classes.results} ref={list} aria-label={m.docs_search_results()}>
            {found.map((passage) => (
              <li key={`${passage.page}#${passage.id}`}>
                <Link to={pathOf(passage)} className={classes.result} onClick={onClose}>
                  <b>{passage.heading || titleOf(passage.page)}</b>
                  <span className={classes.page}>{titleOf(passage.page)}</span>
                  <span className={classes.excerpt}>
                    {passage.excerpt.map(({ text, isMatch }, place) =>
                      // oxlint-disable-next-line react/no-array-index-key -- the place in the sentence is the identity
                      isMatch ? <mark key={place}>{text}</mark> : text,
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function NothingFound({ q }: { q: string }) {
  return (
    <div className={classes.none}>
      <b>{m.docs_search_none({ q })}</b>
      <p>
        <LinkedSentence
          text={m.docs_search_none_hint()}
          links={[
            (text) => <Link to={paths.faq}>{text}</Link>,
            (text) => <Link to={paths.help}>{text}</Link>,
          ]}
        />
      </p>
    </div>
  )
}

function pathOf({ page, id }: FoundPassage): string {
  return id ? `/${page}#${id}` : `/${page}`
}

function titleOf(page: string): string {
  return page === 'faq' ? m.pages_faq() : docTitle(page.slice('docs/'.length) as DocPage)
}
