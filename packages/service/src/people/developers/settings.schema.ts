import { z } from 'zod';
import { samples, typeNames } from '../../schema/scalars-and-samples.ts';
import { text, textOut } from '../../schema/text.ts';

const computeCosts = z.boolean().meta({
  description:
    'Whether events with a model and tokens get their cost from the price book. Turn it off if you post their costs on other events.',
  example: true,
});

const MAX_SCOPES = 100;
const tooMany = { error: `must have at most ${MAX_SCOPES} scopes` };
const ignored = {
  description:
    'Scopes of OpenTelemetry, or event names of log records, whose calls are not recorded, as the list of the sources of telemetry names them. Use it where two instrumentations tell the same calls.',
  example: ['opentelemetry.instrumentation.anthropic'],
};

export const Settings = z
  .object({ computeCosts, ignoredScopes: z.array(textOut()).meta(ignored) })
  .meta({ description: 'Settings of the account.' })
  .register(typeNames, { name: 'AccountSettings' })
  .register(samples, { sample: { computeCosts: true, ignoredScopes: [] } });

export const UpdateSettingsInput = z
  .strictObject({
    computeCosts: computeCosts.optional(),
    ignoredScopes: z.array(text(255, 1)).max(MAX_SCOPES, tooMany).optional().meta(ignored),
  })
  .register(samples, { sample: { computeCosts: false } });
