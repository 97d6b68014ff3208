import { expect, test } from 'vitest';
import { providerOf } from './provider.ts';

test.each([
  ['openai', undefined, 'openai'],
  ['openai.chat', undefined, 'openai'],
  ['anthropic.messages', undefined, 'anthropic'],
  ['google.generative-ai', undefined, 'google'],
  ['google.vertex.chat', undefined, 'google'],
  ['gcp.gen_ai', undefined, 'google'],
  ['gcp.vertex_ai', undefined, 'google'],
  ['gcp.gemini', undefined, 'google'],
  ['vertexai', undefined, 'google'],
  ['aws.bedrock', undefined, 'aws'],
  ['amazon-bedrock', undefined, 'aws'],
  ['azure.ai.openai', undefined, 'azure'],
  ['az.ai.inference', undefined, 'azure'],
  ['mistral_ai', undefined, 'mistral_ai'],
  ['ollama', 'gpt-oss', 'ollama'],
  ['strands-agents', 'claude-sonnet-4-5', 'anthropic'],
  ['github', 'gpt-5', 'openai'],
  [undefined, 'gpt-4.1-mini', 'openai'],
  [undefined, 'o3', 'openai'],
  [undefined, 'text-embedding-3-small', 'openai'],
  [undefined, 'claude-sonnet-4-5', 'anthropic'],
  [undefined, 'gemini-2.5-flash', 'google'],
  [undefined, 'llama3', undefined],
  [undefined, undefined, undefined],
])('the provider %s of the model %s is %s', (told, model, provider) => {
  expect(providerOf(told, model)).toBe(provider);
});
