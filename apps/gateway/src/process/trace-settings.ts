import type { Warnings } from './warnings.ts';

/** Undefined: tracing is off. */
type TraceSettings = { serviceName: string /** The share of traces to keep. */; ratio: number } | undefined;

/** Variables of OpenTelemetry that are read here. Its exporter reads others, such as `OTEL_EXPORTER_OTLP_HEADERS`. */
export const traceVariables = [
  'OTEL_SDK_DISABLED',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_TRACES_EXPORTER',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
] as const;

type Read = { settings: TraceSettings; ignored: string[] };

/**
 * Clusters set these variables for all of their programs, for other collectors and other libraries too. So none of their
 * values stops a start: what is not supported is `ignored`, each with the reason. Source: "OpenTelemetry Environment
 * Variable Specification" and "OpenTelemetry Protocol Exporter".
 */
export function readTraceSettings(environment: NodeJS.ProcessEnv): Read {
  const read = (name: (typeof traceVariables)[number]) => environment[name]?.trim() || undefined;
  const ignored: string[] = [];
  const off = (reason?: string): Read => ({ settings: undefined, ignored: reason ? [reason] : [] });
  if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return off();
  const endpoint = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined) return off();
  const exporter = read('OTEL_TRACES_EXPORTER') ?? 'otlp';
  if (exporter === 'none') return off();
  if (exporter !== 'otlp') return off(`OTEL_TRACES_EXPORTER=${exporter}: traces are sent by otlp alone`);
  if (!isHttpUrl(endpoint)) return off('the endpoint is no http:// or https:// URL');
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol === 'grpc')
    return off('the protocol grpc: traces are sent by OTLP over HTTP, usually to port 4318');
  return {
    settings: {
      serviceName: read('OTEL_SERVICE_NAME') ?? 'outturn',
      ratio: ratioOf(read('OTEL_TRACES_SAMPLER'), read('OTEL_TRACES_SAMPLER_ARG'), ignored),
    },
    ignored,
  };
}

/** Writes one warning for all that is ignored. */
export function warnOfIgnoredTraces({ ignored }: Read, warnings: Warnings): void {
  if (ignored.length > 0)
    warnings.warn(`Some settings of OpenTelemetry are not supported and are ignored: ${ignored.join('; ')}.`);
}

const samplers: Readonly<Record<string, number | undefined>> = {
  always_on: 1,
  parentbased_always_on: 1,
  always_off: 0,
  parentbased_always_off: 0,
  traceidratio: undefined,
  parentbased_traceidratio: undefined,
};

function ratioOf(
  sampler = 'parentbased_traceidratio',
  argument: string | undefined,
  ignored: string[],
): number {
  if (!Object.hasOwn(samplers, sampler)) ignored.push(`OTEL_TRACES_SAMPLER=${sampler}: all traces are kept`);
  else if (samplers[sampler] !== undefined) return samplers[sampler];
  if (argument === undefined || !Object.hasOwn(samplers, sampler)) return 1;
  const ratio = Number(argument);
  if (ratio >= 0 && ratio <= 1) return ratio;
  ignored.push(`OTEL_TRACES_SAMPLER_ARG=${argument}: it must be the share of traces to keep, 0 to 1`);
  return 1;
}

function isHttpUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}
