import { Modal } from '@mantine/core';
import { useState } from 'react';
import { tell } from '../feedback/tell.ts';
import { formatInstant } from '../format/instant.ts';
import { isolated } from '../format/visible.ts';
import type { Price, PriceFields } from './price-fields.ts';
import { PriceForm } from './price-form.tsx';
import { RepriceEvents } from './reprice-events.tsx';

type PriceEditorProps = {
  /** The first values of the form. The form is closed while they are undefined. */
  initial: PriceFields | undefined;
  zone: string;
  onClose: () => void;
};

/** The dialog of a new price. Once it is saved, it offers to reprice the events of the past. */
export function PriceEditor({ initial, zone, onClose }: PriceEditorProps) {
  const [saved, setSaved] = useState<Price>();
  const close = () => {
    setSaved(undefined);
    onClose();
  };
  const onSaved = (price: Price) => {
    const { model, effectiveFrom } = price;
    const isToCome = effectiveFrom !== null && Date.parse(effectiveFrom) > Date.now();
    tell(
      isToCome
        ? `Saved the price of ${isolated(model)}, from ${formatInstant(effectiveFrom, zone)} on.`
        : `Saved the price of ${isolated(model)}.`,
    );
    if (isToCome) close();
    else setSaved(price);
  };
  return (
    <Modal
      opened={initial !== undefined}
      onClose={close}
      size="lg"
      title={saved ? 'Reprice past events' : 'New price'}
    >
      {initial && !saved && <PriceForm initial={initial} zone={zone} onSaved={onSaved} onCancel={close} />}
      {initial && saved && <RepriceEvents price={saved} zone={zone} onDone={close} />}
    </Modal>
  );
}
