import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { useEnrolments } from '#web/features/enrolments/shared/queries.ts'
import { NewLink } from '../features/shortlinks/new-link.tsx'
import { LinkFiles } from '../features/shortlinks/link-files.tsx'
import { LinkGhost } from '../features/shortlinks/link-ghost.tsx'
import { LinkList } from '../features/shortlinks/link-list.tsx'
import { useShortlinks } from '../features/shortlinks/queries.ts'
import { sharedAddress, sharedIn } from '../features/shortlinks/shared-address.ts'
import { ButtonLink } from '../ui/button.tsx'
import { campaignLabel } from '../ui/campaign-name.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LoadMoreOf } from '../ui/rare/load-more.tsx'
import { Page, PageAbove, Section } from '../ui/page.tsx'
import { SearchField } from '#web/ui/rare/search-field.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import { useQuiet } from '../ui/use-quiet.ts'
import classes from './two-columns.module.css'
import { ShortlinkView } from './shortlink-view.tsx'

/** `/shortlinks`: make a link, find one, copy it; `?link=` is one of them, `?url=` or `?text=` what another app shares. */
export default function ShortlinksPage() {
  const [search] = useSearchParams()
  const id = search.get('link')
  return id === null ? (
    <Links />
  ) : (
    <PageAbove value={paths.shortlinks}>
      <ShortlinkView key={id} id={id} />
    </PageAbove>
  )
}

function Links() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const q = search.get('q') ?? ''
  const shared = useShared()
  const list = useShortlinks(useQuiet(q))
  const enrolments = useEnrolments()
  const links = list.data?.pages.flatMap((page) => page.items) ?? []
  const campaigns = (enrolments.data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter(({ state }) => state === 'active')
    .map(({ campaign }) => ({ id: campaign.id, title: campaignLabel(campaign) }))
  return (
    <Page
      title={m.pages_shortlinks()}
      aside={
        <ButtonLink look="plain" size="s" to={paths.performanceAnalytics}>
          {m.shortlinks_to_analytics()}
        </ButtonLink>
      }
    >
      <div className={classes.layout}>
        <div className={classes.column}>
          <NewLink campaigns={campaigns} shortHost={`${location.host}/s/`} shared={shared} />
          <LinkFiles hasAny={links.length > 0 || q !== ''} />
        </div>
        <div className={classes.column}>
          <Section heading={m.shortlinks_heading()}>
            {(links.length > 5 || q !== '') && (
              <SearchField
                label={m.shortlinks_search()}
                placeholder={m.shortlinks_search()}
                clearLabel={m.shortlinks_search_clear()}
                value={q}
                onChange={(text) =>
                  void navigate(withQuery(paths.shortlinks, { q: text }), {
                    replace: true,
                    preventScrollReset: true,
                  })
                }
              />
            )}
            <Loaded
              query={list}
              waiting={
                <Loading>
                  <CardSkeleton lines={6} />
                </Loading>
              }
            >
              {() => (links.length === 0 ? <LinkGhost q={q} /> : <LinkList links={links} />)}
            </Loaded>
            <LoadMoreOf query={list} shown={links.length} label={m.shortlinks_more()} />
          </Section>
        </div>
      </div>
    </Page>
  )
}

/** The address in what another app shared, null where it has none; taken out of the page's address, which is kept. */
function useShared(): string | null | undefined {
  const [search, setSearch] = useSearchParams()
  const [shared] = useState(() => {
    const parts = sharedIn(search)
    return parts ? sharedAddress(parts) : undefined
  })
  useEffect(() => {
    if (shared !== undefined) setSearch({}, { replace: true, preventScrollReset: true })
  }, [shared, setSearch])
  return shared
}
