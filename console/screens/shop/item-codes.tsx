import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { m } from '#console-messages'
import type { OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { CodeImports } from './code-imports.tsx'
import { ImportCodes } from './import-codes.tsx'
import { restoredCodesActs } from './restored-codes-acts.tsx'
import styles from './shop.module.css'

/** The pool of a gift card: how many codes there are, and more of them. No code is shown. */
export function ItemCodes({
  item,
  codes,
}: {
  item: OperatedItemDetail
  codes: NonNullable<OperatedItemDetail['codes']>
}) {
  const { slug, restoredCodes } = item
  const [isOpen, dialog] = useDisclosure(false)
  const may = useMay()
  return (
    <Card
      heading={m.shop_codes()}
      acts={
        may('shop.import-codes') && (
          <Button variant="light" onClick={dialog.open}>
            {m.shop_codes_import()}
          </Button>
        )
      }
    >
      <Stats>
        <Stat
          label={m.shop_codes()}
          value={m.shop_codes_line({ unused: formatNumber(codes.unused), sold: formatNumber(codes.sold) })}
          detail={
            codes.lastImportedAt === null
              ? m.shop_codes_never()
              : m.shop_codes_last({ time: formatDateTime(codes.lastImportedAt) })
          }
        />
        {restoredCodes > 0 && (
          <Stat
            label={m.shop_codes_restored_label()}
            value={m.shop_codes_restored({ shown: formatNumber(restoredCodes) })}
          />
        )}
      </Stats>
      {restoredCodes > 0 && <p className={styles.note}>{m.shop_codes_restored_look()}</p>}
      {restoredCodes > 0 &&
        restoredCodesActs.map((act) => (
          <ActButton key={act.id} act={act} row={item} idOf={(row) => row.slug} nameOf={(row) => row.title} />
        ))}
      <p className={styles.note}>{m.shop_codes_secret()}</p>
      {may('shop.import-codes') && <CodeImports slug={slug} />}
      <Modal opened={isOpen} onClose={dialog.close} title={m.shop_codes_import()}>
        {isOpen && <ImportCodes slug={slug} onClose={dialog.close} />}
      </Modal>
    </Card>
  )
}
