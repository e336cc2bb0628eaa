import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { BrandLogo, type LogoBrand } from './brand-logo.tsx'
import classes from './campaign-name.module.css'

/** What a campaign is named with. */
export interface NamedCampaign {
  title: string
  brand: LogoBrand
}

/** How every screen names a campaign: the brand's logo, the brand in bold, the offer in grey. */
export function CampaignName({
  campaign: { title, brand },
  to,
  size = 44,
  frame,
  aside,
  children,
}: {
  campaign: NamedCampaign
  /** Where the name leads; nowhere without. */
  to?: string
  /** Of the logo, in pixels. */
  size?: number
  /** Something drawn around the logo. */
  frame?: (logo: ReactNode) => ReactNode
  /** Between the name and what is below it: a pill. */
  aside?: ReactNode
  /** Below the offer: what is said of the campaign here. */
  children?: ReactNode
}) {
  const logo = <BrandLogo brand={brand} size={size} />
  const name = (
    <>
      <b className={classes.brand}>
        <bdi>{brand.name}</bdi>
      </b>
      <span className="visually-hidden">: </span>
      <span className={classes.offer}>
        <bdi>{title}</bdi>
      </span>
    </>
  )
  return (
    <span className={classes.name}>
      {frame ? frame(logo) : logo}
      <span className={classes.text}>
        {to === undefined ? (
          <span className={classes.both}>{name}</span>
        ) : (
          <Link to={to} className={classes.both}>
            {name}
          </Link>
        )}
        {aside}
        {children}
      </span>
    </span>
  )
}

/** The same as one line of text, for lists that can only hold text: `Northwind Coffee · Earn 84 crels a sale`. */
export function campaignLabel({ title, brand }: { title: string; brand: { name: string } }): string {
  return m.common_campaign_named({ brand: brand.name, offer: title })
}
