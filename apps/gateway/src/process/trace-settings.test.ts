import { expect, test } from 'vitest';
import { readSettings, wrongSettings } from './settings.ts';
import { readTraceSettings } from './trace-settings.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const all = { serviceName: 'outturn', ratio: 1 };

test.each<[NodeJS.ProcessEnv, unknown]>([
  [{}, undefined],
  [endpoint, all],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' }, all],
  [
    { ...endpoint, OTEL_SERVICE_NAME: 'value' },
    { ...all, serviceName: 'value' },
  ],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }, undefined],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'false' }, all],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, undefined],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'otlp' }, all],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, all],
  [
    { ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.25' },
    { ...all, ratio: 0.25 },
  ],
  [
    { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
    { ...all, ratio: 0 },
  ],
  [
    { ...endpoint, OTEL_TRACES_SAMPLER: 'always_off' },
    { ...all, ratio: 0 },
  ],
  [{ ...endpoint, OTEL_TRACES_SAMPLER: 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: '0.5' }, all],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, undefined],
])('%j is understood', (environment, settings) => {
  expect(readTraceSettings(environment)).toEqual({ settings, ignored: [] });
});

test.each<[NodeJS.ProcessEnv, unknown, string]>([
  [{ ...endpoint, OTEL_TRACES_SAMPLER: 'jaeger_remote' }, all, 'jaeger_remote'],
  [{ ...endpoint, OTEL_TRACES_SAMPLER: 'constructor' }, all, 'constructor'],
  [{ ...endpoint, OTEL_TRACES_SAMPLER_ARG: 'endpoint=http://x' }, all, '0 to 1'],
  [{ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '7' }, all, '0 to 1'],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, undefined, '4318'],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'zipkin' }, undefined, 'otlp alone'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, undefined, 'http://'],
])('%j is ignored with a reason, and stops no start and no command', (environment, settings, reason) => {
  const found = readTraceSettings(environment);
  expect(found).toEqual({ settings, ignored: [expect.stringContaining(reason)] });
  expect(wrongSettings(environment)).toEqual([]);
  expect(readSettings(environment).traces).toEqual(found);
});

test.each<[NodeJS.ProcessEnv, boolean]>([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:3000/otlp' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://[::1]:4000', PORT: '4000' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://0.0.0.0/otlp', PORT: '80' }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:3000/otlp/v1/traces' }, true],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://outturn.example/otlp', PUBLIC_URL: 'https://outturn.example' },
    true,
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, false],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example', PUBLIC_URL: 'https://outturn.example' },
    false,
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:3000', OTEL_SDK_DISABLED: 'true' }, false],
])('%j would take its own traces: %s', (environment, isRefused) => {
  const wrong = wrongSettings(environment).filter(({ message }) => message.includes('its own traces'));
  expect(wrong.length > 0).toBe(isRefused);
});
