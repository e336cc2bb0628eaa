import { keptChoice } from '#console/platform/kept-choice.ts'

const kept = keptChoice('console-single-keys', ['on', 'off'])

/** Whether a letter or sign alone is a shortcut in this browser (WCAG 2.1.4): speech input types them unasked. */
export const useSingleKeys = (): boolean => kept.use() === 'on'

/** The same, at the moment a key is pressed. */
export const hasSingleKeys = (): boolean => kept.now() === 'on'

/** Turns them on or off, and keeps it in this browser. */
export const turnSingleKeys = (isOn: boolean): void => kept.change(isOn ? 'on' : 'off')
