import type { ReactNode } from 'react'
import { m } from '#messages'
import { Coin } from '#web/ui/common/coin.tsx'
import { LinkIcon, PersonIcon } from '#web/ui/icons.tsx'
import classes from './auth-scene.module.css'

/**
 * The panel beside the forms: one line, and around the large mark, whose gap a click fills, the way from a link to
 * crels.
 */
export function AuthScene({ pitch, small }: { pitch: string; small: string }) {
  return (
    <>
      <p>{pitch}</p>
      <p>{small}</p>
      <div className={classes.scene} aria-hidden="true">
        <Step icon={<LinkIcon size={22} />} title={m.auth_scene_link()} text={m.auth_scene_link_text()} />
        <Step icon={<PersonIcon size={22} />} title={m.auth_scene_click()} text={m.auth_scene_click_text()} />
        <Step gold icon={<Coin size={44} />} title={m.auth_scene_crels()} text={m.auth_scene_crels_text()} />
      </div>
    </>
  )
}

function Step({ icon, title, text, gold }: { icon: ReactNode; title: string; text: string; gold?: boolean }) {
  return (
    <div className={classes.step} data-gold={gold || undefined}>
      <span className={classes.icon}>{icon}</span>
      <span className={classes.text}>
        <b>{title}</b>
        <span>{text}</span>
      </span>
    </div>
  )
}

/** On phones, where there is no panel: the coin at the edge of the screen. */
export function AuthCoin() {
  return (
    <div className={classes.edge} aria-hidden="true">
      <Coin size={150} className={classes.coin} />
    </div>
  )
}
