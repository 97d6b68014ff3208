/** Names of providers that programs send, as the book calls them. The first that matches counts. */
const providers: readonly [RegExp, string | undefined][] = [
  // Hosts of models of several makers, whose names may have that of a maker: azure.ai.openai, az.ai.inference.
  [/^(?:azure|az)(?:[._-].*)?$/, 'azure'],
  [/^(?:aws|amazon|bedrock)(?:[._-].*)?$/, 'aws'],
  [/^(?:gcp|vertex|vertexai|vertex_ai|gemini)(?:[._-].*)?$/, 'google'],
  // The AI SDK appends the interface: openai.chat, anthropic.messages, google.generative-ai.
  [/^openai\..*$/, 'openai'],
  [/^anthropic\..*$/, 'anthropic'],
  [/^google\..*$/, 'google'],
  [/^x_ai$/, 'x-ai'],
  // Programs that call models of others: as if no provider were named.
  [/^(?:strands-agents|github|litellm)$/, undefined],
];

/** Undefined for a name that stands for no provider. The name is in lower case. */
export function providerName(name: string): string | undefined {
  const known = providers.find(([pattern]) => pattern.test(name));
  return known ? known[1] : name;
}

/** In lower case. Without a provider, that is the maker of the model. */
export type CallName = { readonly provider: string | undefined; readonly model: string };

/** Names of Bedrock: a region, if any, then the maker: us.anthropic.claude-…, meta.llama3-…. */
const bedrock =
  /^(?:(?:us|us-gov|eu|apac|ap|jp|au|ca|sa|me|af|global)\.)?(?:ai21|amazon|anthropic|cohere|deepseek|google|meta|minimax|mistral|moonshot|nvidia|openai|qwen|twelvelabs|writer|zai)\.(?=[a-z])/;

type Rewriting = { pattern: RegExp; rewrite(name: CallName, found: RegExpExecArray): CallName };

/** Each may change the name once, in this order. */
const rewritings: readonly Rewriting[] = [
  // Google: models/gemini-2.5-flash, publishers/google/models/gemini-2.5-flash.
  { pattern: /^(?:.*\/)?models\/([^/]+)$/, rewrite: ({ provider }, [, model = '']) => ({ provider, model }) },
  // Bedrock: arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-….
  {
    pattern: /^arn:aws[\w-]*:bedrock:.*\/([^/]+)$/,
    rewrite: (_, [, model = '']) => ({ provider: 'aws', model }),
  },
  // The rules of makers do not name embeddings and fine-tuned models of OpenAI.
  {
    pattern: /^(?:text-embedding-(?:3|ada)-|ft:gpt-)/,
    rewrite: ({ provider = 'openai', model }) => ({ provider, model }),
  },
  { pattern: bedrock, rewrite: ({ provider = 'aws', model }) => ({ provider, model }) },
];

/** A day at the end of a name: gpt-4.1-mini-2025-04-14, claude-sonnet-4-5-20250929, claude-sonnet-4-5@20250929. */
const day = /[-@](?:20\d\d-[01]\d-[0-3]\d|20\d\d[01]\d[0-3]\d)$/;
const compactDay = /([-@])(20\d\d)([01]\d)([0-3]\d)(?=[-:]|$)/;
const latest = /-latest$/;

/**
 * The names of a model call, as the book may list it, the most exact first. `isProvider` says whether the book knows a
 * provider, for names such as openai/gpt-4.1-mini. Without a provider, the name is never looked up with its prefix, which a
 * rule of a maker could match: us.anthropic.claude-… is a model of Bedrock, at its prices.
 */
export function namesOf(sent: CallName, isProvider: (name: string) => boolean): CallName[] {
  const provider = sent.provider === undefined ? undefined : providerName(sent.provider);
  const named: CallName = { provider, model: sent.model };
  let name = withoutPrefix(named, isProvider);
  for (const { pattern, rewrite } of rewritings) {
    const found = pattern.exec(name.model);
    if (found) name = rewrite(name, found);
  }
  const { model } = name;
  const models = new Set([
    model,
    model.replace(compactDay, '$1$2-$3-$4'),
    model.replace(day, ''),
    model.replace(latest, ''),
  ]);
  const rewritten = [...models].map((one): CallName => ({ provider: name.provider, model: one }));
  return provider === undefined || model === sent.model ? rewritten : [named, ...rewritten];
}

/** provider/model, where no provider is named, or the same one. A router such as openrouter lists names with a slash. */
function withoutPrefix(name: CallName, isProvider: (name: string) => boolean): CallName {
  const slash = name.model.indexOf('/');
  if (slash <= 0) return name;
  const prefix = providerName(name.model.slice(0, slash));
  const isSame = prefix === name.provider;
  if (prefix === undefined || !(isSame || (name.provider === undefined && isProvider(prefix)))) return name;
  return { provider: prefix, model: name.model.slice(slash + 1) };
}
