import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { m } from '#console-messages'

const tuple = (...shades: string[]) => shades as unknown as MantineColorsTuple

/** The product's colours and shapes (`web/theme/tokens.css`), as Mantine takes them: denser than the member's app. */
export const theme = createTheme({
  // Who asks their device for less motion has dialogs and menus come and go at once.
  respectReducedMotion: true,
  primaryColor: 'emerald',
  primaryShade: { light: 7, dark: 7 },
  colors: {
    emerald: tuple(
      '#e9f7f1',
      '#cdeedf',
      '#9fdcc3',
      '#68c4a2',
      '#35a681',
      '#168a67',
      '#0b7255',
      '#085c46',
      '#074939',
      '#05382c',
    ),
  },
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '700' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  components: {
    Button: { defaultProps: { size: 'sm', radius: 'xl' } },
    Modal: {
      defaultProps: { radius: 'lg', centered: true, closeButtonProps: { 'aria-label': m.common_close() } },
    },
    // Mantine's is a <header>, which beside the phone's own would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': m.common_close() } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': m.common_close() } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
})

/** Mantine's own roles, each the product's role of the same meaning, so that both schemes are right. */
export const variables: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-body': 'var(--card)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-default': 'var(--card)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-primary-color-light': 'var(--soft)',
    '--mantine-primary-color-light-hover': 'var(--soft-hover)',
    '--mantine-primary-color-light-color': 'var(--on-soft)',
    // Mantine's own red is too pale to be read on its hovered ground.
    '--mantine-color-red-light': 'var(--danger-soft)',
    '--mantine-color-red-light-hover': 'color-mix(in srgb, var(--danger-soft) 94%, var(--danger))',
    '--mantine-color-red-light-color': 'var(--danger)',
  }
  return { variables: {}, light: roles, dark: roles }
}
