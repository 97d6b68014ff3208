import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import published from 'docker-compose/schema/compose-spec.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentedSettings, read, STOP_SECONDS, version } from './files.ts';

const text = read('compose.yaml');
const { services } = parse(text);
// Ajv does not know the address of its dialect.
const { $schema: _, ...schema } = published;

test('compose.yaml keeps to the schema of the Compose Specification', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(schema);
  validate(parse(text));
  expect(validate.errors).toBeNull();
});

test('the gateway has the image of this version', () => {
  expect(services.gateway.image).toBe(`outturn:${version}`);
});

test('Compose waits for a gateway to stop', () => {
  expect(Number.parseInt(services.gateway.stop_grace_period, 10)).toBeGreaterThan(STOP_SECONDS);
});

test('the variables of the gateway are documented', () => {
  const names = Object.keys(services.gateway.environment);
  expect(names.filter((name) => !documentedSettings.has(name))).toEqual([]);
});

test('.env.example has the variables of compose.yaml, and those without a default unset', () => {
  const example = read('.env.example');
  const used = [...text.matchAll(/\$\{(\w+)(:?[?-])/g)];
  const offered = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  // Compose itself reads this one.
  expect(new Set(offered)).toEqual(new Set([...used.map(([, name]) => name), 'COMPOSE_PROFILES']));
  const required = used.filter(([, , operator]) => operator === ':?').map(([, name]) => [name, '']);
  expect(parseEnv(example)).toEqual(Object.fromEntries(required));
});
