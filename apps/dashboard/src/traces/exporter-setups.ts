import { PLACEHOLDER } from '../settings/api-keys/code-examples.tsx';

type Setup = { label: string; about: string; code: string };

/** How each program is pointed at this server. */
export function exporterSetups(origin: string): Setup[] {
  const endpoint = `${origin}/otlp`;
  const headers = `export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20${PLACEHOLDER}"`;
  const openTelemetry = `export OTEL_EXPORTER_OTLP_ENDPOINT=${endpoint}\n${headers}`;
  return [
    {
      label: 'OpenTelemetry',
      about: 'For any instrumentation with an exporter of OTLP over HTTP.',
      code: openTelemetry,
    },
    {
      label: 'Claude Code',
      about: 'Claude Code and the Claude Agent SDK tell their calls as log records.',
      code: [
        'export CLAUDE_CODE_ENABLE_TELEMETRY=1',
        'export OTEL_LOGS_EXPORTER=otlp',
        'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
        openTelemetry,
      ].join('\n'),
    },
    {
      label: 'Codex',
      about: 'In ~/.codex/config.toml, with the whole path.',
      code: `[otel]\nexporter = { otlp-http = { endpoint = "${endpoint}/v1/logs", protocol = "binary", headers = { authorization = "Bearer ${PLACEHOLDER}" } } }`,
    },
    {
      label: 'Gemini CLI',
      about: 'Gemini CLI tells its calls as log records.',
      code: [
        'export GEMINI_TELEMETRY_ENABLED=true',
        'export GEMINI_TELEMETRY_TARGET=local',
        'export GEMINI_TELEMETRY_OTLP_PROTOCOL=http',
        `export GEMINI_TELEMETRY_OTLP_ENDPOINT=${endpoint}`,
        headers,
      ].join('\n'),
    },
    {
      label: 'Copilot CLI',
      about: 'Copilot CLI, Qwen Code and OpenCode tell their calls by spans.',
      code: openTelemetry,
    },
  ];
}
