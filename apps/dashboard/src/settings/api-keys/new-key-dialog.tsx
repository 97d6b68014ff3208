import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableCode } from '../../feedback/copyable-code.tsx';
import { firstKind, recordKinds } from '../../kinds/record-kinds.ts';
import { readingExample } from './example-code.ts';
import { KeyShownOnce } from './key-shown-once.tsx';
import { type Secret, useSecret } from './secret.ts';

type NewKeyDialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Whether the focus returns to the element that had it. False where that is removed meanwhile. */
  returnFocus?: boolean;
  /** The form that asks for the key. */
  form: (onKey: (secret: Secret) => void) => ReactNode;
};

/** A dialog that asks for a key and then shows it until "I've saved it" is chosen. */
export function NewKeyDialog({ title, isOpen, onClose, returnFocus = true, form }: NewKeyDialogProps) {
  const { secret, show, forget } = useSecret();
  const finish = () => {
    forget();
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={finish}
      returnFocus={returnFocus}
      title={secret ? 'Your API key' : title}
      size="lg"
      closeOnEscape={!secret}
      closeOnClickOutside={!secret}
      withCloseButton={!secret}
      transitionProps={{ duration: 0 }}
    >
      {secret ? (
        <KeyShownOnce secret={secret} example={<ReadingExample {...secret} />} onDone={finish} />
      ) : (
        form(show)
      )}
    </Modal>
  );
}

/** Beside live data, an example must change nothing. */
function ReadingExample({ token }: Secret) {
  const kind = firstKind;
  return (
    <>
      <Text size="sm">
        Try it: this reads your latest {recordKinds[kind].singular.toLowerCase()} and changes nothing.
      </Text>
      <CopyableCode
        code={readingExample({ kind, origin: window.location.origin, token })}
        label="Example call"
      />
    </>
  );
}
