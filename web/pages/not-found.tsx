import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LostDrawing } from '../ui/lost-drawing.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '#web/ui/rare/search-field.tsx'
import classes from './error.module.css'

/** An address where nothing is: unknown paths, campaigns, categories and crels slugs. The server answers it with 404. */
export function NotFound() {
  const { pathname } = useLocation()
  return (
    <Page title={m.pages_not_found()} heading={null} exactTitle>
      <div className={classes.error}>
        <LostDrawing />
        <h1 tabIndex={-1}>{m.pages_not_found()}</h1>
        <p className={classes.detail}>{m.layout_not_found_detail({ path: readable(pathname) })}</p>
        <p className={classes.hint}>{m.layout_not_found_hint()}</p>
        <Search />
        <div className={classes.actions}>
          <ButtonLink to={paths.home}>{m.layout_go_home()}</ButtonLink>
          <ButtonLink look="soft" to={paths.campaigns}>
            {m.layout_find_campaigns()}
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}

/** Leads to the campaigns with these words; a visitor signs in on the way. */
function Search() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  return (
    <form
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(withQuery(paths.campaigns, { q: text.trim() || undefined }))
      }}
    >
      <SearchField
        label={m.layout_not_found_search()}
        placeholder={m.layout_not_found_search()}
        clearLabel={m.layout_not_found_search_clear()}
        value={text}
        onChange={setText}
        maxLength={100}
      />
    </form>
  )
}

/** The path as a person typed it, not percent-encoded; one that does not decode stays as it is. */
function readable(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
