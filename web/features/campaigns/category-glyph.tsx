import classes from './category-glyph.module.css'

/** A category's icon, large, on its campaigns' art; by the name the server has for it. */
export function CategoryGlyph({ icon }: { icon: string }) {
  return <span className={classes.glyph} data-icon={icon} aria-hidden="true" />
}
