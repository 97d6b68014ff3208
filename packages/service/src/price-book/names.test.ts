import { expect, test } from 'vitest';
import { listedAs } from './prices.fixture.ts';

test.each<[string | undefined, string, string | undefined]>([
  // Providers, by the spellings of programs.
  ['openai', 'gpt-4.1-mini', 'openai gpt-4.1-mini'],
  ['OpenAI', 'GPT-4o', 'openai gpt-4o'],
  ['openai.chat', 'gpt-4.1-mini', 'openai gpt-4.1-mini'],
  ['openai.responses', 'gpt-5-mini', 'openai gpt-5-mini'],
  ['anthropic.messages', 'claude-sonnet-4-5', 'anthropic claude-sonnet-4-5'],
  ['google.generative-ai', 'gemini-2.5-flash', 'google gemini-2.5-flash'],
  ['gcp.gen_ai', 'gemini-2.5-flash', 'google gemini-2.5-flash'],
  ['gcp.gemini', 'gemini-2.5-flash', 'google gemini-2.5-flash'],
  ['gcp.vertex_ai', 'gemini-2.5-flash', 'google gemini-2.5-flash'],
  ['vertexai', 'gemini-2.5-flash', 'google gemini-2.5-flash'],
  ['vertex_ai', 'claude-sonnet-4-5@20250929', 'google claude-sonnet-4-5'],
  ['gemini', 'gemini-2.5-flash', 'google gemini-2.5-flash'],
  ['aws.bedrock', 'amazon.nova-lite-v1:0', 'aws amazon.nova-lite-v1:0'],
  ['amazon-bedrock', 'amazon.nova-lite-v1:0', 'aws amazon.nova-lite-v1:0'],
  ['azure.ai.openai', 'gpt-4o-2024-08-06', 'openai gpt-4o'],
  ['azure.ai.inference', 'gpt-4.1', 'openai gpt-4.1'],
  ['az.ai.openai', 'gpt-4.1', 'openai gpt-4.1'],
  ['azure_openai', 'gpt-4.1', 'openai gpt-4.1'],
  ['x_ai', 'grok-4', 'x-ai grok-4-0709'],
  ['xai.chat', 'grok-4', 'x-ai grok-4-0709'],
  ['groq.chat', 'llama-3.1-8b-instant', 'groq llama-3.1-8b-instant'],
  ['deepseek.chat', 'deepseek-chat', 'deepseek deepseek-chat'],
  ['openrouter.chat', 'anthropic/claude-sonnet-4.5', 'openrouter anthropic/claude-sonnet-4.5'],
  ['fireworks.chat', 'accounts/fireworks/models/deepseek-v3-0324', 'fireworks deepseek-v3-0324'],
  ['ollama.chat', 'gpt-4.1', undefined],
  // Programs that are no provider: the maker of the model counts.
  ['strands-agents', 'claude-sonnet-4-5', 'anthropic claude-sonnet-4-5'],
  ['github', 'gpt-4.1', 'openai gpt-4.1'],
  ['litellm', 'openai/gpt-4.1', 'openai gpt-4.1'],
  // Names of models without a provider.
  [undefined, 'gpt-4.1-mini', 'openai gpt-4.1-mini'],
  [undefined, 'o3', 'openai o3'],
  [undefined, 'text-embedding-3-small', 'openai text-embedding-3-small'],
  [undefined, 'text-embedding-ada-002', 'openai text-embedding-ada-002'],
  [undefined, 'claude-3-5-sonnet-latest', 'anthropic claude-3-5-sonnet'],
  [undefined, 'gemini-2.5-pro', 'google gemini-2.5-pro'],
  // Dated snapshots.
  [undefined, 'gpt-4.1-mini-2025-04-14', 'openai gpt-4.1-mini'],
  [undefined, 'gpt-4.1-mini-20250414', 'openai gpt-4.1-mini'],
  [undefined, 'gpt-4.1-mini-2026-01-31', 'openai gpt-4.1-mini'],
  [undefined, 'claude-sonnet-4-5-20250929', 'anthropic claude-sonnet-4-5'],
  [undefined, 'claude-sonnet-4-5@20250929', 'anthropic claude-sonnet-4-5'],
  [undefined, 'ft:gpt-4o-mini-2024-07-18:acme::abc', 'openai ft:gpt-4o-mini'],
  ['openai', 'gpt-4o-2024-05-13', 'openai gpt-4o-2024-05-13'],
  // …-latest
  ['openai', 'chatgpt-4o-latest', 'openai chatgpt-4o-latest'],
  ['openai', 'gpt-4.1-latest', 'openai gpt-4.1'],
  // provider/model
  [undefined, 'openai/gpt-4.1-mini', 'openai gpt-4.1-mini'],
  ['openai', 'openai/gpt-4.1-mini', 'openai gpt-4.1-mini'],
  [undefined, 'anthropic/claude-sonnet-4-5', 'anthropic claude-sonnet-4-5'],
  [undefined, 'openrouter/anthropic/claude-sonnet-4.5', 'openrouter anthropic/claude-sonnet-4.5'],
  ['openrouter', 'anthropic/claude-sonnet-4.5', 'openrouter anthropic/claude-sonnet-4.5'],
  [undefined, 'vertex_ai/gemini-2.5-flash', 'google gemini-2.5-flash'],
  // azure/…
  [undefined, 'azure/gpt-4o', 'openai gpt-4o'],
  ['azure', 'azure/gpt-4.1', 'openai gpt-4.1'],
  // models/…
  ['google', 'models/gemini-2.5-flash', 'google gemini-2.5-flash'],
  [undefined, 'models/gemini-2.5-flash', 'google gemini-2.5-flash'],
  ['google', 'publishers/google/models/gemini-2.5-flash', 'google gemini-2.5-flash'],
  // Bedrock, with and without region.
  [
    'aws',
    'us.anthropic.claude-haiku-4-5-20251001-v1:0',
    'aws regional.anthropic.claude-haiku-4-5-20251001-v1:0',
  ],
  [
    undefined,
    'us.anthropic.claude-haiku-4-5-20251001-v1:0',
    'aws regional.anthropic.claude-haiku-4-5-20251001-v1:0',
  ],
  [
    undefined,
    'global.anthropic.claude-haiku-4-5-20251001-v1:0',
    'aws global.anthropic.claude-haiku-4-5-20251001-v1:0',
  ],
  [undefined, 'meta.llama3-70b-instruct-v1:0', 'aws meta.llama3-70b-instruct-v1:0'],
  [undefined, 'bedrock/amazon.nova-pro-v1:0', 'aws amazon.nova-pro-v1:0'],
  [
    undefined,
    'arn:aws:bedrock:us-east-1:123456789012:inference-profile/global.anthropic.claude-sonnet-4-6-v1:0',
    'aws global.anthropic.claude-sonnet-4-6-v1:0',
  ],
  // Without a price.
  ['azure', 'our-deployment', undefined],
  ['ollama', 'llama3.3', undefined],
  ['ollama', 'gpt-4.1', undefined],
  [undefined, 'glm-4.6', undefined],
  [undefined, 'qwen3-coder-plus', undefined],
  ['openai', 'qwen3-coder-plus', undefined],
  ['mock-provider', 'mock-model-id', undefined],
])('provider %s and model %s are listed as %s', (provider, model, listed) => {
  expect(listedAs(provider, model)).toBe(listed);
});
