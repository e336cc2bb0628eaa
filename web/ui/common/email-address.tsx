import { Fragment } from 'react'

/** An e-mail address that breaks before its @ and dots, where it has to, and not in the middle of a word. */
export function EmailAddress({ address }: { address: string }) {
  return address.split(/(?=[.@])/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text keep their order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** A sentence with the address in it: `m.sent({ address })`, the rest of which breaks as text does. */
export function TextWithAddress({ text, address }: { text: string; address: string }) {
  return text.split(address).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text keep their order
    <Fragment key={index}>
      {index > 0 && <EmailAddress address={address} />}
      {part}
    </Fragment>
  ))
}
