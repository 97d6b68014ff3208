import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyableCode } from '../../feedback/copyable-code.tsx';
import { firstKind, type RecordKind } from '../../kinds/record-kinds.ts';
import { exampleCode, type Language, languageNames, languages } from './example-code.ts';

/** Stands for a key whose secret is not known here. */
export const PLACEHOLDER = 'YOUR_API_KEY';

type CodeExamplesProps = { token?: string; kind?: RecordKind };

/** A call that records one record, in each language, ready to be run. */
export function CodeExamples({ token = PLACEHOLDER, kind = firstKind }: CodeExamplesProps) {
  const [language, setLanguage] = useState<Language>('curl');
  // Fixed, so that running an example twice records once.
  const [at] = useState(() => new Date());
  const { install, label } = languages[language];
  const { origin } = window.location;
  return (
    <Stack gap="xs">
      <SegmentedControl
        w="fit-content"
        aria-label="Language"
        value={language}
        onChange={setLanguage}
        data={languageNames.map((name) => ({ value: name, label: languages[name].label }))}
      />
      {install && (
        <>
          <Text size="sm">{install.about}</Text>
          <CopyableCode code={install.code} label={`Installation for ${label}`} />
        </>
      )}
      <CopyableCode
        key={`${kind} ${language}`}
        code={exampleCode(language, { kind, origin, token, at })}
        label="Example call"
      />
    </Stack>
  );
}
