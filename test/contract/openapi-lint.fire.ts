import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { documentFile } from '../support/openapi/document.ts';

const source = readFileSync(documentFile, 'utf8');

// Both are rulesets, but the CommonJS types of Spectral's packages are incompatible.
const ruleset = { extends: [oas, owasp] } as unknown as RulesetDefinition;

test('Spectral with the OWASP ruleset finds nothing', async () => {
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  const findings = await spectral.run(source);

  expect(findings.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([]);
}, 120_000);

test.each(['recommended', 'recommended-strict'] as const)('Redocly finds nothing: %s', async (preset) => {
  const config = await createConfig({ extends: [preset] });
  const findings = await lintFromString({ source, config, absoluteRef: documentFile });

  expect(
    findings.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`),
  ).toEqual([]);
});

test('both linters find a planted fault', async () => {
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  const careless = source
    .replace('"maxItems": 1000', '"x-none": 1000')
    .replace('"operationId": "revenues.record"', '"x-id": 1');
  const config = await createConfig({ extends: ['recommended'] });

  expect((await spectral.run(careless)).map(({ code }) => code)).toContain('owasp:api4:2023-array-limit');
  const findings = await lintFromString({ source: careless, config, absoluteRef: documentFile });
  expect(findings.map(({ ruleId }) => ruleId)).toContain('operation-operationId');
}, 120_000);
