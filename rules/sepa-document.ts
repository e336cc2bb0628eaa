import { decimal, type Payer, type PayoutFile, type PayoutLine } from './payout-line.ts'
import { sepaText } from './sepa-text.ts'
import { utcDate } from './utc-date.ts'

/**
 * SEPA credit transfers as banks read them: a customer credit transfer initiation, pain.001.001.09 of ISO 20022, in the
 * subset of the European Payments Council. Every bank of the area takes it; names are in its common characters.
 */
export function sepaDocument({ id, madeAt, payer, lines }: PayoutFile & { payer: Payer }): string {
  const total = decimal(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
  const count = String(lines.length)
  const name = sepaText(payer.name, 70)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Document', { xmlns: namespace }, [
    element('CstmrCdtTrfInitn', {}, [
      element('GrpHdr', {}, [
        leaf('MsgId', id),
        leaf('CreDtTm', madeAt.toISOString().slice(0, 19) + 'Z'),
        leaf('NbOfTxs', count),
        leaf('CtrlSum', total),
        element('InitgPty', {}, [leaf('Nm', name)]),
      ]),
      element('PmtInf', {}, [
        leaf('PmtInfId', id),
        leaf('PmtMtd', 'TRF'),
        leaf('NbOfTxs', count),
        leaf('CtrlSum', total),
        element('PmtTpInf', {}, [element('SvcLvl', {}, [leaf('Cd', 'SEPA')])]),
        element('ReqdExctnDt', {}, [leaf('Dt', utcDate(madeAt))]),
        element('Dbtr', {}, [leaf('Nm', name)]),
        element('DbtrAcct', {}, [account(payer.iban)]),
        element('DbtrAgt', {}, [agent(payer.bic)]),
        leaf('ChrgBr', 'SLEV'),
        ...lines.map(transfer),
      ]),
    ]),
  ])}\n`
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

function transfer({ reference, amountMinor, to }: PayoutLine): string {
  if (to.kind !== 'bank' || !('iban' in to)) throw new RangeError(`${reference} goes to no IBAN`)
  return element('CdtTrfTxInf', {}, [
    element('PmtId', {}, [leaf('EndToEndId', reference)]),
    element('Amt', {}, [`<InstdAmt Ccy="EUR">${decimal(amountMinor)}</InstdAmt>`]),
    ...(to.bic ? [element('CdtrAgt', {}, [agent(to.bic)])] : []),
    element('Cdtr', {}, [leaf('Nm', sepaText(to.holder, 70))]),
    element('CdtrAcct', {}, [account(to.iban)]),
    element('RmtInf', {}, [leaf('Ustrd', `Crels payout ${reference}`)]),
  ])
}

function account(iban: string): string {
  return element('Id', {}, [leaf('IBAN', iban)])
}

function agent(bic: string | undefined): string {
  return element('FinInstnId', {}, [
    bic ? leaf('BICFI', bic.toUpperCase()) : element('Othr', {}, [leaf('Id', 'NOTPROVIDED')]),
  ])
}

function element(name: string, attributes: Record<string, string>, children: string[]): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  const inner = children.map((child) => `  ${child.replaceAll('\n', '\n  ')}`).join('\n')
  return `<${name}${said.join('')}>\n${inner}\n</${name}>`
}

function leaf(name: string, text: string): string {
  return `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</${name}>`
}
