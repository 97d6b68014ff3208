/** Frameworks and resellers that name themselves where the provider of the model belongs. */
const noProviders = /^(strands-agents|github|langchain|llamaindex|llama_index|crewai|mastra|autogen|dspy)$/;

const spelled: readonly (readonly [RegExp, string])[] = [
  [/^(gcp\.(gen_ai|gemini|vertex_ai)|vertex_?ai|vertex)\b/, 'google'],
  [/^(aws\.bedrock|amazon[-_.]bedrock|bedrock)\b/, 'aws'],
  [/^(azure\.ai\.|az\.ai\.|azure\b)/, 'azure'],
  // The AI SDK adds the interface: `openai.chat`, `anthropic.messages`, `google.generative-ai`.
  [/^openai\b/, 'openai'],
  [/^anthropic\b/, 'anthropic'],
  [/^google\b/, 'google'],
];

const makers: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-|o\d|text-embedding-|chatgpt-)/, 'openai'],
  [/^claude/, 'anthropic'],
  [/^gemini/, 'google'],
];

/** The provider as the price book names it: the one that was told, else the maker of the model. */
export function providerOf(told: string | undefined, model: string | undefined): string | undefined {
  const name = told?.toLowerCase();
  if (name !== undefined && !noProviders.test(name)) {
    return spelled.find(([pattern]) => pattern.test(name))?.[1] ?? told;
  }
  return model === undefined ? undefined : makerOf(model);
}

export function makerOf(model: string): string | undefined {
  const name = model.toLowerCase();
  return makers.find(([pattern]) => pattern.test(name))?.[1];
}
