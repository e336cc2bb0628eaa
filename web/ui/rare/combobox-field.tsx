import { useCombobox } from 'downshift'
import { useMemo, useState, type HTMLInputAutoCompleteAttribute } from 'react'
import { m } from '#messages'
import classes from './combobox-field.module.css'
import { Field, type FieldProps } from '#web/ui/forms/field.tsx'
import { DropArrow } from '#web/ui/rare/drop-arrow.tsx'
import { matching, plain } from './matching.ts'

export interface ComboboxOption {
  value: string
  label: string
}

/**
 * One of a long list, found by typing a part of it (WAI-ARIA's editable combobox). What was chosen stays until another
 * is chosen; with `clearable` an emptied field is no choice.
 */
export function ComboboxField({
  id,
  name,
  label,
  error,
  options,
  value,
  placeholder,
  clearable = false,
  autoComplete,
  onChange,
}: Pick<FieldProps, 'label' | 'error'> & {
  id: string
  name: string
  options: readonly ComboboxOption[]
  /** Of the chosen one; empty for none. */
  value: string
  placeholder?: string
  clearable?: boolean
  autoComplete?: HTMLInputAutoCompleteAttribute
  onChange: (value: string) => void
}) {
  const chosen = useMemo(() => options.find((option) => option.value === value) ?? null, [options, value])
  const [typed, setTyped] = useState<string | null>(null)
  // As long as nothing is typed every option is offered, whatever is chosen.
  const offered = useMemo(() => (typed === null ? [...options] : matching(options, typed)), [options, typed])

  function choose(option: ComboboxOption | null): void {
    setTyped(null)
    if ((option?.value ?? '') !== value) onChange(option?.value ?? '')
  }

  /** Left with something typed: the one of that very name, none where it was emptied, or what it was. */
  function settle(): void {
    if (typed === null) return
    const named = options.find((option) => plain(option.label) === plain(typed))
    if (named) choose(named)
    else if (clearable && typed.trim() === '') choose(null)
    else setTyped(null)
  }

  const list = useCombobox<ComboboxOption>({
    inputId: id,
    items: offered,
    itemToString: (option) => option?.label ?? '',
    selectedItem: chosen,
    inputValue: typed ?? chosen?.label ?? '',
    // The first that matches is what Enter takes.
    defaultHighlightedIndex: typed === null ? undefined : 0,
    getA11yStatusMessage: ({ isOpen }) => (isOpen ? m.common_matches({ count: offered.length }) : ''),
    stateReducer: (_state, { type, changes }) =>
      // Tab only leaves: what is under the mouse is no choice.
      type === useCombobox.stateChangeTypes.InputBlur
        ? { ...changes, selectedItem: chosen, inputValue: typed ?? chosen?.label ?? '' }
        : changes,
    onStateChange: ({ type, selectedItem }) => {
      const { ItemClick, InputKeyDownEnter, InputKeyDownEscape, InputBlur } = useCombobox.stateChangeTypes
      if (type === ItemClick || type === InputKeyDownEnter) {
        if (selectedItem) choose(selectedItem)
        else setTyped(null)
      }
      if (type === InputKeyDownEscape) setTyped(null)
      if (type === InputBlur) settle()
    },
  })

  return (
    <Field id={id} label={label} error={error}>
      {(control) => (
        <div key="input" className={classes.control}>
          <input
            {...list.getInputProps({
              ...control,
              id,
              name,
              placeholder,
              autoComplete: autoComplete ?? 'off',
              'aria-labelledby': undefined,
              className: `${control.className} ${classes.input}`,
              onChange: (event) => setTyped(event.currentTarget.value),
              onFocus: (event) => event.currentTarget.select(),
            })}
            spellCheck={false}
          />
          <DropArrow isOpen={list.isOpen} />
          <div className={classes.menu} hidden={!list.isOpen}>
            <ul
              {...list.getMenuProps({
                'aria-label': typeof label === 'string' ? label : undefined,
                'aria-labelledby': undefined,
              })}
              className={classes.list}
              hidden={offered.length === 0}
            >
              {list.isOpen &&
                offered.map((option, index) => (
                  <li
                    key={option.value}
                    {...list.getItemProps({ item: option, index })}
                    className={classes.option}
                    data-active={list.highlightedIndex === index || undefined}
                    data-chosen={option.value === value || undefined}
                  >
                    {option.label}
                  </li>
                ))}
            </ul>
            {offered.length === 0 && <p className={classes.none}>{m.common_no_match()}</p>}
          </div>
        </div>
      )}
    </Field>
  )
}
