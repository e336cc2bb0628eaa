import { Link } from 'react-router'
import { m } from '#messages'
import { useBrand } from './queries.ts'
import classes from './brand-chip.module.css'

/** That only one brand's campaigns are shown, and the way out of it. */
export function BrandChip({ slug, hrefWithout }: { slug: string; hrefWithout: string }) {
  const { data } = useBrand(slug)
  return (
    <p className={classes.only}>
      <span>{m.finding_only_brand({ brand: data?.name ?? slug })}</span>
      <Link to={hrefWithout} className={classes.out} preventScrollReset>
        {m.finding_every_brand()}
      </Link>
    </p>
  )
}
